package dev.takt.runs.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/// Formats figures for people: three significant digits, and a suitable unit.
public final class Units {

  private static final String[] TIME = {"ns", "µs", "ms", "s"};

  /// The digits of figures for people.
  public static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);

  private static final MathContext FOUR_DIGITS = new MathContext(4, RoundingMode.HALF_UP);

  private Units() {}

  /// A time: `45.6 µs`, `1.23 ms`, `12.3 s`. Nanoseconds have no decimals.
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
    return (unit == 0 ? whole(value) : paddedToThreeDigits(value)) + ' ' + TIME[unit];
  }

  /// The same for whole nanoseconds.
  public static String time(long nanos) {
    return time((double) nanos);
  }

  /// A time in whole seconds, in clock notation: `9 s`, `1:05`, `1:00:00`.
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

  /// A rate per second: `1,000/s`, `99.16/s`; four or more digits, so that a shortfall of 0.1 %
  /// shows.
  public static String rate(double perSecond) {
    if (!Double.isFinite(perSecond)) {
      return "?";
    }
    if (perSecond >= 1000 || perSecond == Math.rint(perSecond)) {
      return EnglishText.format("%,.0f/s", perSecond);
    }
    return new BigDecimal(perSecond).round(FOUR_DIGITS).toPlainString() + "/s";
  }

  /// A whole number with thousands separators: `20,000`.
  public static String count(long count) {
    return EnglishText.format("%,d", count);
  }

  /// A percentage: `0.0315 %` for a share of `0.000315`.
  public static String percent(double share) {
    if (!Double.isFinite(share)) {
      return "?";
    }
    return threeDigits(share * 100) + " %";
  }

  /// A finite number with three significant digits, without trailing zeros: `0.0315`, `12300`.
  public static String threeDigits(double number) {
    return new BigDecimal(number).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
  }

  private static String whole(BigDecimal value) {
    return value.setScale(0, RoundingMode.HALF_UP).toPlainString();
  }

  private static String paddedToThreeDigits(BigDecimal value) {
    int whole = value.precision() - value.scale();
    return value.setScale(Math.max(0, 3 - whole), RoundingMode.HALF_UP).toPlainString();
  }
}
