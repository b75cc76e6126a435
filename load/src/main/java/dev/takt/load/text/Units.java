package dev.takt.load.text;

import dev.takt.runs.text.EnglishText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Figures as people read them: three significant digits, and the unit that fits.
public final class Units {

  private static final String[] TIME = {"ns", "µs", "ms", "s"};
  private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);

  private Units() {}

  /// A time: `45.6 µs`, `1.23 ms`, `12.3 s`. Nanoseconds are whole.
  public static String time(double nanos) {
    if (!Double.isFinite(nanos)) {
      return "?";
    }
    BigDecimal value = new BigDecimal(nanos).round(THREE_DIGITS);
    int unit = 0;
    while (unit < TIME.length - 1 && value.abs().compareTo(BigDecimal.valueOf(1000)) >= 0) {
      value = value.movePointLeft(3);
      unit++;
    }
    return (unit == 0 ? whole(value) : threeDigits(value)) + ' ' + TIME[unit];
  }

  /// A time in whole nanoseconds, as above.
  public static String time(long nanos) {
    return time((double) nanos);
  }

  /// A time in whole seconds, as a clock shows it: `9 s`, `1:05`, `1:00:00`.
  public static String clock(long nanos) {
    long seconds = Math.max(0, Math.round(nanos / 1e9));
    if (seconds < 60) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    return minutes < 60
        ? EnglishText.format("%d:%02d", minutes, seconds % 60)
        : EnglishText.format("%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
  }

  /// A rate per second: `1,000/s`, `99.16/s`; at least four digits, so that a missed 0.1 % shows.
  public static String rate(double perSecond) {
    if (!Double.isFinite(perSecond)) {
      return "?";
    }
    if (perSecond >= 1000 || perSecond == Math.rint(perSecond)) {
      return EnglishText.format("%,.0f/s", perSecond);
    }
    return new BigDecimal(perSecond).round(FOUR_DIGITS).toPlainString() + "/s";
  }

  /// A whole number, in groups of three: `20,000`.
  public static String count(long count) {
    return EnglishText.format("%,d", count);
  }

  /// A share: `0.0315 %` of `0.000315`.
  public static String percent(double share) {
    if (!Double.isFinite(share)) {
      return "?";
    }
    BigDecimal value = new BigDecimal(share * 100).round(THREE_DIGITS);
    return value.stripTrailingZeros().toPlainString() + " %";
  }

  private static String whole(BigDecimal value) {
    return value.setScale(0, RoundingMode.HALF_UP).toPlainString();
  }

  private static String threeDigits(BigDecimal value) {
    int whole = value.precision() - value.scale();
    return value.setScale(Math.max(0, 3 - whole), RoundingMode.HALF_UP).toPlainString();
  }
}
