package dev.takt.cli.output;

import dev.takt.record.log.LogFacts;
import dev.takt.report.text.TagText;
import dev.takt.report.text.UnitName;

/// What the numbers in a log mean. Most logs do not say; then it is told, or assumed and said to
/// be.
///
/// @param label as it stands behind a value
/// @param nanos how many nanoseconds a value of 1 is; NaN if it is no time
/// @param source who says so
public record RawUnit(String label, double nanos, Source source) {

  /// Who says what the unit of a log is.
  public enum Source {
    /// The log.
    LOG,
    /// The user.
    GIVEN,
    /// Nobody: nearly all logs are in nanoseconds.
    ASSUMED
  }

  /// Nanoseconds, of which the log says nothing.
  public static final RawUnit ASSUMED = new RawUnit("ns", 1, Source.ASSUMED);

  /// As the log says, or else assumed.
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

  /// As the user says it: `ns`, `us`, `ms`, `s` or the word in full.
  ///
  /// @throws IllegalArgumentException if that is no unit of time
  public static RawUnit given(String unit) {
    String name = UnitName.shortName(unit);
    Double nanos = UnitName.nanosPerUnit(name);
    if (nanos == null) {
      throw new IllegalArgumentException(
          "'" + unit + "' is no unit that values can be in; it is ns, us, ms or s");
    }
    return new RawUnit(name, nanos, Source.GIVEN);
  }

  /// Ticks of a clock, say, of so many nanoseconds each.
  ///
  /// @param nanosPerValue positive and finite
  /// @throws IllegalArgumentException if it is not
  public static RawUnit given(double nanosPerValue) {
    if (!(nanosPerValue > 0) || Double.isInfinite(nanosPerValue)) {
      throw new IllegalArgumentException(
          "a value cannot stand for " + nanosPerValue + " ns; it takes a positive number");
    }
    return new RawUnit("x" + Figures.plain(nanosPerValue) + "ns", nanosPerValue, Source.GIVEN);
  }

  /// Whether values are times.
  public boolean isTime() {
    return !Double.isNaN(nanos);
  }

  /// What a reader must know to believe the figures.
  public String note() {
    return switch (source) {
      case LOG -> "values in " + TagText.escape(label) + ", as the log says";
      case GIVEN -> "values in " + label + ", as you say";
      case ASSUMED -> "values in ns assumed: the log does not say its unit (if not: --values us)";
    };
  }
}
