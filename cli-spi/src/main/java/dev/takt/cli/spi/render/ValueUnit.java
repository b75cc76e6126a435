package dev.takt.cli.spi.render;

import dev.takt.report.text.TagText;
import dev.takt.report.text.UnitName;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Pattern;

/// The unit in which values are printed: a log's values, divided by a constant.
///
/// Immutable.
public final class ValueUnit {

  /// For people, three digits and the unit that fits; for machines, the log's own unit.
  public static final ValueUnit AUTO = new ValueUnit(new Auto(), RawUnit.ASSUMED);

  /// The log's own values.
  public static final ValueUnit RAW = new ValueUnit(new Raw(), RawUnit.ASSUMED);

  private static final Pattern NUMBER =
      Pattern.compile("\\+?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d{1,3})?");
  private static final int DECIMALS = 3;

  private sealed interface Scale {}

  private record Auto() implements Scale {}

  private record Raw() implements Scale {}

  private record Time(String label, double nanos) implements Scale {}

  private record Ratio(String label, double by) implements Scale {}

  private final Scale scale;
  private final RawUnit raw;

  private ValueUnit(Scale scale, RawUnit raw) {
    this.scale = scale;
    this.raw = raw;
  }

  /// Parses a unit: `ns`, `us` or `µs`, `ms`, `s`, `auto`, `raw`, or a number to divide values by,
  /// as `-outputValueUnitRatio` of HistogramLogProcessor does. Values are in nanoseconds until
  /// [#in] specifies another unit.
  ///
  /// @throws IllegalArgumentException if the text is none of these
  public static ValueUnit of(String text) {
    String name = UnitName.shortName(text);
    Double nanos = UnitName.nanosPerUnit(name);
    if (nanos != null) {
      return new ValueUnit(new Time(name, nanos), RawUnit.ASSUMED);
    }
    return switch (name) {
      case "auto" -> AUTO;
      case "raw" -> RAW;
      default -> new ValueUnit(ratio(text.strip()), RawUnit.ASSUMED);
    };
  }

  private static Ratio ratio(String text) {
    double by = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    if (!(by > 0) || Double.isInfinite(by)) {
      throw new IllegalArgumentException(
          "'"
              + text
              + "' is not a unit: expected ns, us, ms, s, auto, raw, or a positive number that values are"
              + " divided by");
    }
    return new Ratio("/" + Figures.plain(by), by);
  }

  /// The same unit for a log whose values have another unit.
  ///
  /// @throws IllegalArgumentException if this is a unit of time and the values are not times
  public ValueUnit in(RawUnit log) {
    if (scale instanceof Time time && !log.isTime()) {
      throw new IllegalArgumentException(
          EnglishText.format(
                  "the log says that its values are in '%s', which cannot be shown in %s; say what a value is",
                  TagText.escape(log.label()), time.label)
              + " (--values us), or divide by a number");
    }
    return new ValueUnit(scale, log);
  }

  /// The unit of the log's values.
  public RawUnit raw() {
    return raw;
  }

  /// Whether each value is printed in the unit that fits it.
  public boolean isAuto() {
    return scale instanceof Auto;
  }

  /// The label beside exact figures: `us`, `/1000`.
  public String label() {
    return switch (scale) {
      case Auto _, Raw _ -> raw.label();
      case Time time -> time.label;
      case Ratio ratio -> ratio.label;
    };
  }

  /// The divisor of the log's values; 1 where each value is printed in the unit that fits it.
  public double divisor() {
    return switch (scale) {
      case Auto _, Raw _ -> 1;
      case Time time -> time.nanos / raw.nanos();
      case Ratio ratio -> ratio.by;
    };
  }

  /// A value of the log, converted to this unit.
  public double scaled(double value) {
    // Keeps whole numbers exact: 31 s are 31 * 1e9 ns, and 31 / 1e-9 is not quite that.
    return scale instanceof Time time && time.nanos < raw.nanos()
        ? value * (raw.nanos() / time.nanos)
        : value / divisor();
  }

  /// All digits, for machines: the shortest decimal equal to this value.
  public String exact(double value) {
    return Figures.plain(scaled(value));
  }

  /// The value for people. In a requested unit: a whole number, or three decimals, or more if those
  /// would all be 0.
  public String text(double value) {
    if (scale instanceof Auto) {
      return fitting(value);
    }
    double scaled = scaled(value);
    if (!Double.isFinite(scaled)) {
      return "?";
    }
    if (scaled == Math.rint(scaled)) {
      return Figures.plain(scaled);
    }
    BigDecimal decimal = new BigDecimal(scaled);
    return scaled < 0.1
        ? decimal.round(Units.THREE_DIGITS).toPlainString()
        : decimal.setScale(DECIMALS, RoundingMode.HALF_UP).toPlainString();
  }

  private String fitting(double value) {
    double nanos = value * raw.nanos();
    if (raw.isTime() && (nanos >= 100 || nanos == Math.rint(nanos))) {
      return Units.time(nanos);
    }
    if (!Double.isFinite(value)) {
      return "?";
    }
    // Doubles may be less than a nanosecond, or not a time.
    double figure = raw.isTime() ? nanos : value;
    String digits =
        Math.abs(figure) >= 1000
            ? new BigDecimal(figure).setScale(0, RoundingMode.HALF_UP).toPlainString()
            : Units.threeDigits(figure);
    return raw.isTime() ? digits + " ns" : digits;
  }

  /// The note that readers of figures need.
  public String note() {
    return switch (scale) {
      case Auto _, Raw _ -> raw.note();
      case Time time when time.label.equals(raw.label()) -> raw.note();
      case Time time -> "shown in " + time.label + "; " + raw.note();
      case Ratio ratio -> "shown divided by " + ratio.label.substring(1) + "; " + raw.note();
    };
  }
}
