package dev.takt.load.journey;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Reads CSV (RFC 4180). The first line has the names of the columns. Empty lines are ignored.
final class CsvFile {

  private CsvFile() {}

  /// Parses the text of a file.
  ///
  /// @param source the name of the text in messages
  /// @throws UserFileException with line and column
  static UserFile parse(String source, String text) throws UserFileException {
    Parser parser = new Parser(source, text);
    List<String> columns = parser.columns();
    List<List<String>> rows = new ArrayList<>();
    while (parser.skipEmptyLines()) {
      int line = parser.line;
      List<String> row = parser.record();
      if (row.size() != columns.size()) {
        throw new UserFileException(
            source + ":" + line,
            "expected " + columns.size() + " values, as the header has, found " + row.size());
      }
      rows.add(row);
    }
    if (rows.isEmpty()) {
      throw new UserFileException(source + ":" + parser.line, "there are no rows below the header");
    }
    return new UserFile(columns, List.copyOf(rows));
  }

  private static final class Parser {

    private final String source;
    private final String text;
    private int at;
    private int line = 1;
    private int lineStart;

    Parser(String source, String text) {
      this.source = source;
      this.text = text;
    }

    List<String> columns() throws UserFileException {
      if (!skipEmptyLines()) {
        throw new UserFileException(source + ":1", "the file is empty: expected a header and rows");
      }
      int headerLine = line;
      List<String> columns = record().stream().map(String::strip).toList();
      Set<String> seen = new HashSet<>();
      for (String each : columns) {
        if (!UserFile.isColumn(each)) {
          throw new UserFileException(
              source + ":" + headerLine,
              "expected the names of the columns, of letters, digits, '_' and '-', found \""
                  + each
                  + "\"");
        } else if (!seen.add(each)) {
          throw new UserFileException(
              source + ":" + headerLine, "two columns are named \"" + each + "\"");
        }
      }
      return columns;
    }

    /// @return whether there is more
    boolean skipEmptyLines() {
      while (at < text.length() && isLineEnd()) {
        endLine();
      }
      return at < text.length();
    }

    List<String> record() throws UserFileException {
      List<String> values = new ArrayList<>();
      values.add(value());
      while (at < text.length() && text.charAt(at) == ',') {
        at++;
        values.add(value());
      }
      if (at < text.length()) {
        endLine();
      }
      return List.copyOf(values);
    }

    private boolean isLineEnd() {
      char c = text.charAt(at);
      return c == '\n' || c == '\r';
    }

    private void endLine() {
      at += text.startsWith("\r\n", at) ? 2 : 1;
      line++;
      lineStart = at;
    }

    private String value() throws UserFileException {
      if (at < text.length() && text.charAt(at) == '"') {
        return quoted();
      }
      int from = at;
      while (at < text.length() && text.charAt(at) != ',' && !isLineEnd()) {
        if (text.charAt(at) == '"') {
          throw fault("a quote inside a value: put the whole value into quotes, with \"\" for it");
        }
        at++;
      }
      return text.substring(from, at);
    }

    private String quoted() throws UserFileException {
      UserFileException open = fault("a quote is not closed");
      StringBuilder value = new StringBuilder();
      for (at++; at < text.length(); at++) {
        char c = text.charAt(at);
        if (c == '"') {
          if (!text.startsWith("\"\"", at)) {
            break;
          }
          at++;
        } else if (c == '\n') {
          line++;
          lineStart = at + 1;
        }
        value.append(c);
      }
      if (at == text.length()) {
        throw open;
      }
      at++;
      if (at < text.length() && text.charAt(at) != ',' && !isLineEnd()) {
        throw fault("expected a comma or the end of the line after a quoted value");
      }
      return value.toString();
    }

    private UserFileException fault(String message) {
      return new UserFileException(source + ":" + line + ":" + (at - lineStart + 1), message);
    }
  }
}
