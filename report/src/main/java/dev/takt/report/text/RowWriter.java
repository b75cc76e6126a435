package dev.takt.report.text;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// Writes rows with the same columns, as CSV with a header or as JSON lines. The caller writes one
/// value for each column, in their order. Not thread-safe.
final class RowWriter {

  private static final int CHUNK = 1 << 16;

  private final boolean jsonLines;
  private final PrintStream out;
  private final StringBuilder text = new StringBuilder(2 * CHUNK);

  /// The text before each value.
  private final String[] separators;

  private int column;

  /// @param jsonLines whether to write JSON lines; else CSV
  RowWriter(List<String> columns, boolean jsonLines, PrintStream out) {
    this.jsonLines = jsonLines;
    this.out = out;
    separators = new String[columns.size()];
    for (int i = 0; i < separators.length; i++) {
      String separator = i == 0 ? "" : ",";
      separators[i] = jsonLines ? separator + quoted(columns.get(i)) + ":" : separator;
    }
    if (!jsonLines) {
      text.append(String.join(",", columns)).append('\n');
    }
  }

  /// Returns a text as it is written with [#verbatim].
  String quoted(String value) {
    if (!jsonLines) {
      boolean isPlain = value.chars().noneMatch(each -> ",\"\r\n".indexOf(each) >= 0);
      return isPlain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
    try {
      StringBuilder json = new StringBuilder();
      JsonWriter.compact(json).string(value);
      return json.toString();
    } catch (IOException e) {
      throw new IllegalStateException(e); // a StringBuilder throws none
    }
  }

  void begin() {
    column = 0;
    text.append(jsonLines ? "{" : "");
  }

  void number(long value) {
    text.append(separators[column++]).append(value);
  }

  void bool(boolean value) {
    text.append(separators[column++]).append(value);
  }

  /// Writes a text that is quoted already, if it has to be.
  void verbatim(String value) {
    text.append(separators[column++]).append(value);
  }

  /// Writes that there is no value.
  void missing() {
    verbatim(jsonLines ? "null" : "");
  }

  /// Ends a row.
  ///
  /// @return false if the output cannot be written, such as to a pipe that was closed
  boolean end() {
    text.append(jsonLines ? "}\n" : "\n");
    return text.length() < CHUNK || flush();
  }

  /// Writes what is pending.
  ///
  /// @return as [#end]
  boolean flush() {
    out.append(text);
    text.setLength(0);
    return !out.checkError();
  }
}
