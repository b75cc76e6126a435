package dev.takt.load.schedule;

import dev.takt.runs.model.RunTags.Measure;
import java.util.Locale;

/// What decides when operations are sent, and which time is the main result.
public enum RateMode {
  /// On schedule; the main result is response time.
  FIXED,
  /// On schedule, all three times recorded; the main result is service time.
  THROTTLE,
  /// No schedule: each connection or worker sends as soon as it is free. There is only service
  /// time.
  THROUGHPUT;

  /// Whether operations have an intended start.
  public boolean hasSchedule() {
    return this != THROUGHPUT;
  }

  /// The measure of the main result.
  public Measure mainMeasure() {
    return this == FIXED ? Measure.RESPONSE : Measure.SERVICE;
  }

  /// The name used in plans and reports.
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
