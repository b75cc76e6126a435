package dev.takt.cli.render.log;

import dev.takt.cli.spi.render.Percentile;
import dev.takt.cli.spi.render.ValueUnit;
import dev.takt.record.log.algebra.Series;
import dev.takt.record.log.algebra.WindowSum;
import java.io.IOException;
import java.util.List;

/// An output format for logs. Call [#begin], then a `row` method for each row, then [#end]. Rows
/// are either the series of a summary or windows, as the heading says. A row is written
/// immediately, so that a log can be followed. Only the table of a summary is written at the end,
/// to align its columns.
///
/// Not thread-safe.
public sealed interface LogFormat permits LogTable, LogCsv, LogJson, LogYcsb {

  /// The names that [#of] accepts.
  List<String> NAMES = List.of("table", "csv", "json", "ycsb");

  /// A format by its name.
  ///
  /// @param unit from [ValueUnit#in], which knows the unit of the log's values; `ycsb` has its own
  /// @throws IllegalArgumentException if there is no format of that name
  static LogFormat of(String name, ValueUnit unit, List<Percentile> percentiles, Appendable out) {
    return of(name, unit, percentiles, out, Integer.MAX_VALUE);
  }

  /// A format by its name.
  ///
  /// @param width the maximum length of a row of the table of a summary, in columns: a wider table
  ///   is broken into several
  static LogFormat of(
      String name, ValueUnit unit, List<Percentile> percentiles, Appendable out, int width) {
    return switch (name) {
      case "table" -> new LogTable(unit, percentiles, out, width);
      case "csv" -> new LogCsv(unit, percentiles, out);
      case "json" -> new LogJson(unit, percentiles, out);
      case "ycsb" -> new LogYcsb(unit.raw(), percentiles, out);
      default ->
          throw new IllegalArgumentException(
              "there is no format '" + name + "'; it is one of " + String.join(", ", NAMES));
    };
  }

  /// Whether the format of that name supports windows.
  static boolean hasWindows(String name) {
    return !name.equals("ycsb");
  }

  /// Writes the heading.
  void begin(LogHeading heading) throws IOException;

  /// Writes a series of a summary.
  void row(Series series) throws IOException;

  /// Writes a series of one window.
  ///
  /// @throws IllegalStateException if the format does not support windows
  void row(WindowSum window) throws IOException;

  /// Ends the output. Does not close the destination.
  void end() throws IOException;
}
