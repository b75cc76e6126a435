package dev.takt.explain.profile;

import dev.takt.runs.time.TimeInterval;

/// The time whose samples are compared, on the run's clock. Where its begin or end is unlimited,
/// that of the samples counts. Not thread-safe.
final class ComparedTime {

  private final long from;
  private final long to;
  private long first = Long.MAX_VALUE;
  private long last = Long.MIN_VALUE;

  /// @param from [Long#MIN_VALUE] for no limit
  /// @param to [Long#MAX_VALUE] for no limit
  ComparedTime(long from, long to) {
    this.from = from;
    this.to = to;
  }

  boolean contains(long moment) {
    return moment >= from && moment <= to;
  }

  /// Adds the moment of a sample that is compared.
  void add(long moment) {
    first = Math.min(first, moment);
    last = Math.max(last, moment);
  }

  TimeInterval interval() {
    boolean any = first <= last;
    long begin = from == Long.MIN_VALUE ? (any ? first : 0) : from;
    long end = to == Long.MAX_VALUE ? (any ? last : begin) : to;
    return new TimeInterval(begin, end);
  }
}
