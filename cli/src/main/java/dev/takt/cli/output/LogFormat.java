package dev.takt.cli.output;

import dev.takt.record.log.Series;
import dev.takt.record.log.WindowSum;
import java.io.IOException;
import java.util.List;

/// A way to print what logs hold: first [#origin], then each row, then [#stopQuietly]. Rows are
/// either the series of a summary or windows, as the heading says. A row is written when it comes,
/// so that a log can be followed; only the table of a summary waits for its end, to line its
/// columns up.
///
/// Not thread-safe.
public sealed interface LogFormat permits LogTable, LogCsv, LogJson, LogYcsb {

  /// The names that [#onSideOf] knows.
  List<String> NAMES = List.of("table", "csv", "json", "ycsb");

  /// A format by its name.
  ///
  /// @param unit which [ValueUnit#in] has told what the log's values are; `ycsb` has its own
  /// @throws IllegalArgumentException if there is none of that name
  static LogFormat of(String name, ValueUnit unit, List<Percentile> percentiles, Appendable out) {
    return switch (name) {
      case "table" -> new LogTable(unit, percentiles, out);
      case "csv" -> new LogCsv(unit, percentiles, out);
      case "json" -> new LogJson(unit, percentiles, out);
      case "ycsb" -> new LogYcsb(unit.raw(), percentiles, out);
      default ->
          throw new IllegalArgumentException(
              "there is no format '" + name + "'; it is one of " + String.join(", ", NAMES));
    };
  }

  /// Whether the format of that name has a form for windows.
  static boolean hasWindows(String name) {
    return !name.equals("ycsb");
  }

  /// Says what follows.
  void begin(LogHeading heading) throws IOException;

  /// A series of a summary.
  void row(Series series) throws IOException;

  /// A series in one window.
  ///
  /// @throws IllegalStateException if the format has no windows
  void row(WindowSum window) throws IOException;

  /// Says that nothing follows. What is written to is not closed.
  void end() throws IOException;
}
