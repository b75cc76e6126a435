package dev.takt.record.log;

import java.util.concurrent.TimeUnit;

/// How a log writes its times.
///
/// @param startUnit of the first column
/// @param lengthUnit of the second column
/// @param lengthIsEnd whether the second column holds the end of an interval
/// @param zero from when the first column counts
record Dialect(TimeUnit startUnit, TimeUnit lengthUnit, boolean lengthIsEnd, Zero zero) {

  /// From when the first column counts.
  enum Zero {
    /// As the header says and HdrHistogram reads it.
    HEADER,
    /// From 1970.
    EPOCH,
    /// From 1970, but the seconds of the base time were subtracted from smaller units, as
    /// hdrhistogram-go did.
    EPOCH_LESS_BASE
  }

  /// What HdrHistogram writes.
  static final Dialect STANDARD =
      new Dialect(TimeUnit.SECONDS, TimeUnit.SECONDS, false, Zero.HEADER);

  /// By which power of ten a unit must be multiplied to become nanoseconds.
  static int digits(TimeUnit unit) {
    return switch (unit) {
      case NANOSECONDS -> 0;
      case MICROSECONDS -> 3;
      case MILLISECONDS -> 6;
      default -> 9;
    };
  }

  /// The unit in which a number can be a date between 1973 and 5138; seconds for all that is less.
  static TimeUnit unitOfDate(double number) {
    if (number < 1e11) {
      return TimeUnit.SECONDS;
    }
    return number < 1e14
        ? TimeUnit.MILLISECONDS
        : number < 1e17 ? TimeUnit.MICROSECONDS : TimeUnit.NANOSECONDS;
  }
}
