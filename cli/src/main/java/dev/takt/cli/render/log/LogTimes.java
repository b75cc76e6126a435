package dev.takt.cli.render.log;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;

/// Formats times of a log.
final class LogTimes {

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int DECIMALS = 3;

  private LogTimes() {}

  /// Exact seconds, with at least three decimals.
  static String seconds(long nanos) {
    BigDecimal seconds = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
    return seconds.setScale(Math.max(DECIMALS, seconds.scale())).toPlainString();
  }

  /// Seconds with three decimals.
  static String millis(long nanos) {
    return BigDecimal.valueOf(nanos, 9).setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString();
  }

  /// ISO-8601, in UTC.
  static String iso(long nanos) {
    return instant(nanos).toString();
  }

  static Instant instant(long nanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND));
  }
}
