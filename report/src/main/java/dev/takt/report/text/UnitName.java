package dev.takt.report.text;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Units of time of a log's values, by all their common names.
public final class UnitName {

  private static final Map<String, String> SHORT =
      Map.of(
          "nanosecond", "ns",
          "microsecond", "us",
          "millisecond", "ms",
          "second", "s",
          "µs", "us",
          "μs", "us", // the other letter mu
          "usec", "us",
          "msec", "ms",
          "sec", "s",
          "nsec", "ns");

  private static final Map<String, Double> NANOS =
      Map.of("ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9);

  private UnitName() {}

  /// Nanoseconds per unit; null if the unit is not a unit of time.
  public static @Nullable Double nanosPerUnit(String unit) {
    return NANOS.get(shortName(unit));
  }

  /// `ns`, `us`, `ms` or `s`; any other unit in lower case.
  public static String shortName(String unit) {
    String name = unit.strip().toLowerCase(Locale.ROOT);
    String singular =
        name.length() > 2 && name.endsWith("s") ? name.substring(0, name.length() - 1) : name;
    return SHORT.getOrDefault(name, SHORT.getOrDefault(singular, name));
  }
}
