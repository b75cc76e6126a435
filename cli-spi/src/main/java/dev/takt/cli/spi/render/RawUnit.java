package dev.takt.cli.spi.render;

import dev.takt.record.log.LogFacts;
import dev.takt.report.text.TagText;
import dev.takt.report.text.UnitName;

/// The unit of the numbers in a log. Most logs do not specify it. Then the user specifies it, or it
/// is assumed, and the output says so.
///
/// @param label the text printed after a value
/// @param nanos how many nanoseconds a value of 1 is; NaN if values are not times
/// @param source where the unit comes from
public record RawUnit(String label, double nanos, Source source) {

  /// Where the unit of a log comes from.
  public enum Source {
    /// The log.
    LOG,
    /// The user.
    GIVEN,
    /// An assumption: nearly all logs are in nanoseconds.
    ASSUMED
  }

  /// Nanoseconds, assumed because the log does not specify a unit.
  public static final RawUnit ASSUMED = new RawUnit("ns", 1, Source.ASSUMED);

  /// The unit that the log specifies, or else the assumed one.
  public static RawUnit of(LogFacts facts) {
    String unit = facts.unit();
    if (unit == null) {
      return ASSUMED;
    }
    String name = UnitName.shortName(unit);
    Double nanos = UnitName.nanosPerUnit(name);
    return nanos == null
        ? new RawUnit(unit, Double.NaN, Source.LOG)
        : new RawUnit(name, nanos, Source.LOG);
  }

  /// A unit that the user specifies: `ns`, `us`, `ms`, `s` or the full word.
  ///
  /// @throws IllegalArgumentException if it is not a unit of time
  public static RawUnit given(String unit) {
    String name = UnitName.shortName(unit);
    Double nanos = UnitName.nanosPerUnit(name);
    if (nanos == null) {
      throw new IllegalArgumentException("'" + unit + "' is not a unit: expected ns, us, ms or s");
    }
    return new RawUnit(name, nanos, Source.GIVEN);
  }

  /// A unit of this many nanoseconds, such as a clock's tick.
  ///
  /// @param nanosPerValue positive and finite
  /// @throws IllegalArgumentException if it is not positive and finite
  public static RawUnit given(double nanosPerValue) {
    if (!(nanosPerValue > 0) || Double.isInfinite(nanosPerValue)) {
      throw new IllegalArgumentException(
          "invalid scale " + nanosPerValue + ": expected a positive number of nanoseconds");
    }
    return new RawUnit("x" + Figures.plain(nanosPerValue) + "ns", nanosPerValue, Source.GIVEN);
  }

  /// Whether values are times.
  public boolean isTime() {
    return !Double.isNaN(nanos);
  }

  /// The note that readers of the figures need.
  public String note() {
    return switch (source) {
      case LOG -> "values in " + TagText.escape(label) + ", as the log says";
      case GIVEN -> "values in " + label + ", as specified";
      case ASSUMED -> "values in ns assumed: the log does not say its unit (if not: --values us)";
    };
  }
}
