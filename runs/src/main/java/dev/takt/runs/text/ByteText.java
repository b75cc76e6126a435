package dev.takt.runs.text;

import dev.takt.runs.allocation.AllocationRate;
import java.math.BigDecimal;
import java.math.RoundingMode;

/// Formats numbers of bytes for people, with three significant digits. As in the JVM's options, 1
/// KB is 1,024 bytes.
public final class ByteText {

  private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};

  /// A figure that is known to three digits needs no bounds.
  private static final double MIN_UNCERTAINTY = 0.005;

  private ByteText() {}

  /// A number of whole bytes: `5 B`, `1.23 KB`, `12.3 MB`.
  public static String of(long bytes) {
    return Math.abs(bytes) < 1000 ? bytes + " B" : of((double) bytes);
  }

  /// The mean of several numbers of bytes: `5.25 B`, `1.23 KB`, `12.3 MB`.
  public static String of(double bytes) {
    if (!Double.isFinite(bytes)) {
      return "?";
    }
    int unit = 0;
    double value = bytes;
    while (unit < UNITS.length - 1 && Math.abs(value) >= 999.5) {
      value /= 1024;
      unit++;
    }
    BigDecimal rounded =
        new BigDecimal(value).setScale(decimals(Math.abs(value), unit), RoundingMode.HALF_UP);
    return rounded.toPlainString() + ' ' + UNITS[unit];
  }

  private static int decimals(double value, int unit) {
    if (unit == 0 && (value == 0 || value >= 9.995)) {
      return 0;
    }
    if (value >= 99.95) {
      return 0;
    }
    return value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3;
  }

  /// Bytes per operation with their bounds, and per second: `2.05 KB/op (1.98 KB to 2.11 KB), 10.2
  /// MB/s`.
  public static String of(AllocationRate rate) {
    return of(rate.bytesPerOperation())
        + "/op"
        + bounds(rate)
        + ", "
        + of(rate.bytesPerSecond())
        + "/s";
  }

  private static String bounds(AllocationRate rate) {
    Double most = rate.atMost();
    if (most == null) {
      return " or more";
    }
    double uncertainty = (most - rate.atLeast()) / 2;
    return uncertainty < MIN_UNCERTAINTY * rate.bytesPerOperation()
        ? ""
        : " (" + of(rate.atLeast()) + " to " + of(most) + ")";
  }
}
