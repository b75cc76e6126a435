package dev.takt.load.engine;

import java.util.Locale;

/// What decides when operations are sent, and which time is the headline.
public enum RateMode {
  /// On schedule; the headline is response time.
  FIXED,
  /// On schedule, all three times recorded; the headline is service time.
  THROTTLE,
  /// No schedule: each connection or worker sends as soon as it is free. There is only service
  /// time.
  THROUGHPUT;

  /// Whether operations have an intended start.
  public boolean hasSchedule() {
    return this != THROUGHPUT;
  }

  /// As it is written in plans and reports.
  public String lowerCase() {
    return name().toLowerCase(Locale.ROOT);
  }
}
