package dev.takt.load.journey;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// A CSV file (RFC 4180) in UTF-8 whose first line has the names of its columns. Empty lines are
/// ignored.
///
/// @param rows at least one, each with a value for each column
public record CsvFile(List<String> columns, List<List<String>> rows) {

  private static final int MAX_BYTES = 256 << 20;
  private static final Pattern NAME = Pattern.compile("\\p{L}[\\p{L}\\p{N}_-]*");

  /// Reads a file.
  ///
  /// @throws CsvException if it cannot be read or is not such a file
  public static CsvFile read(Path file) throws CsvException {
    return parse(file.toString(), text(file));
  }

  private static String text(Path file) throws CsvException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new CsvException(file.toString(), "larger than 256 MiB");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException _) {
      throw new CsvException(file.toString(), "not text in UTF-8: expected CSV");
    } catch (NoSuchFileException _) {
      throw new CsvException(file.toString(), "there is no such file");
    } catch (AccessDeniedException _) {
      throw new CsvException(file.toString(), "permission denied");
    } catch (IOException e) {
      throw new CsvException(
          file.toString(),
          Files.isDirectory(file)
              ? "is a directory; expected a file in CSV"
              : "cannot be read: " + e.getMessage());
    }
  }

  /// Parses the text of a file.
  ///
  /// @param source the name of the text in messages
  /// @throws CsvException with line and column
  static CsvFile parse(String source, String text) throws CsvException {
    Parser parser = new Parser(source, text.startsWith("\uFEFF") ? text.substring(1) : text);
    List<String> columns = parser.columns();
    List<List<String>> rows = new ArrayList<>();
    while (parser.skipEmptyLines()) {
      int line = parser.line;
      List<String> row = parser.record();
      if (row.size() != columns.size()) {
        throw new CsvException(
            source + ":" + line,
            "expected " + columns.size() + " values, as the header has, found " + row.size());
      }
      rows.add(row);
    }
    if (rows.isEmpty()) {
      throw new CsvException(source + ":" + parser.line, "there are no rows below the header");
    }
    return new CsvFile(columns, List.copyOf(rows));
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

    List<String> columns() throws CsvException {
      if (!skipEmptyLines()) {
        throw new CsvException(source + ":1", "the file is empty: expected a header and rows");
      }
      int headerLine = line;
      List<String> columns = record().stream().map(String::strip).toList();
      Set<String> seen = new HashSet<>();
      for (String each : columns) {
        if (!NAME.matcher(each).matches()) {
          throw new CsvException(
              source + ":" + headerLine,
              "expected the names of the columns, of letters, digits, '_' and '-', found \""
                  + each
                  + "\"");
        } else if (!seen.add(each)) {
          throw new CsvException(
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

    List<String> record() throws CsvException {
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

    private String value() throws CsvException {
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

    private String quoted() throws CsvException {
      CsvException open = fault("a quote is not closed");
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

    private CsvException fault(String message) {
      return new CsvException(source + ":" + line + ":" + (at - lineStart + 1), message);
    }
  }
}
