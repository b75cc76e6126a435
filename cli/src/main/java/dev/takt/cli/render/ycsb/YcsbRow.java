package dev.takt.cli.render.ycsb;

import dev.takt.runs.text.MachineText;

/// One figure of YCSB's output.
///
/// @param metric such as `READ`
/// @param measurement such as `MaxLatency(us)`
/// @param value a [Long] or a [Double]
public record YcsbRow(String metric, String measurement, Number value) {

  /// The line of YCSB's text format, with its line break.
  String line() {
    return line(metric, measurement, value);
  }

  /// A line of YCSB's text format, with its line break.
  public static String line(String metric, String measurement, Object value) {
    return MachineText.format("[%s], %s, %s\n", metric, measurement, value);
  }

  /// YCSB's form of a percentile: `95th`, `1st`, but `99.9`.
  ///
  /// @param decimal the form of a percentile that is no whole number
  public static String ordinal(double percentile, String decimal) {
    if (percentile != Math.rint(percentile)) {
      return decimal;
    }
    int number = (int) percentile;
    boolean teen = number % 100 >= 11 && number % 100 <= 13;
    return number
        + switch (teen ? 0 : number % 10) {
          case 1 -> "st";
          case 2 -> "nd";
          case 3 -> "rd";
          default -> "th";
        };
  }
}
