package dev.takt.record.log.parse;

import java.util.concurrent.TimeUnit;

/// How a log writes its times.
///
/// @param startUnit the unit of the first column
/// @param lengthUnit the unit of the second column
/// @param lengthIsEnd whether the second column holds the end of an interval
/// @param zero the zero of the first column
record Dialect(TimeUnit startUnit, TimeUnit lengthUnit, boolean lengthIsEnd, Zero zero) {

  /// The zero of the first column.
  enum Zero {
    /// As the header states and HdrHistogram reads it.
    HEADER,
    /// 1970.
    EPOCH,
    /// 1970, but the base time in seconds was subtracted from times in smaller units, as
    /// hdrhistogram-go did.
    EPOCH_LESS_BASE
  }

  /// What HdrHistogram writes.
  static final Dialect STANDARD =
      new Dialect(TimeUnit.SECONDS, TimeUnit.SECONDS, false, Zero.HEADER);

  /// The power of ten that converts a unit to nanoseconds.
  static int digits(TimeUnit unit) {
    return switch (unit) {
      case NANOSECONDS -> 0;
      case MICROSECONDS -> 3;
      case MILLISECONDS -> 6;
      default -> 9;
    };
  }

  /// The unit in which a number is a date between 1973 and 5138; seconds for all smaller numbers.
  static TimeUnit unitOfDate(double number) {
    if (number < 1e11) {
      return TimeUnit.SECONDS;
    }
    return number < 1e14
        ? TimeUnit.MILLISECONDS
        : number < 1e17 ? TimeUnit.MICROSECONDS : TimeUnit.NANOSECONDS;
  }
}
