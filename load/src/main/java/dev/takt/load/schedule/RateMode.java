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
  THROUGHPUT,
  /// A fixed number of users, each of whom starts a new journey when its last one has ended. Each
  /// request waits for the answer before it, so there is only service time.
  CLOSED,
  /// The same with think times: a step has an intended start, the end of the step before plus the
  /// think time. The main result is service time.
  CLOSED_THINKING;

  /// Whether operations have an intended start.
  public boolean hasSchedule() {
    return this != THROUGHPUT && this != CLOSED;
  }

  /// Whether it is a fixed number of users.
  public boolean isClosed() {
    return this == CLOSED || this == CLOSED_THINKING;
  }

  /// The measure of the main result.
  public Measure mainMeasure() {
    return this == FIXED ? Measure.RESPONSE : Measure.SERVICE;
  }

  /// The name used in plans and reports.
  public String lowerCase() {
    return isClosed() ? "closed" : name().toLowerCase(Locale.ROOT);
  }
}
