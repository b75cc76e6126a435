package dev.takt.load.journey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reads JSON lines: an object on each line, all with the keys of the first. Values are texts,
/// numbers, which stay as they are written, and booleans. Empty lines are ignored.
final class JsonLines {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final String source;
  private final int line;
  private final JsonParser parser;

  private JsonLines(String source, int line, JsonParser parser) {
    this.source = source;
    this.line = line;
    this.parser = parser;
  }

  /// Parses the text of a file.
  ///
  /// @param source the name of the text in messages
  /// @throws UserFileException with line and column
  static UserFile parse(String source, String text) throws UserFileException {
    List<String> columns = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    int line = 0;
    int first = 0;
    for (String each : (Iterable<String>) text.lines()::iterator) {
      line++;
      if (each.isBlank()) {
        continue;
      }
      Map<String, String> values = object(source, line, each);
      if (columns.isEmpty()) {
        columns.addAll(values.keySet());
        first = line;
      }
      rows.add(row(source + ":" + line, first, columns, values));
    }
    if (rows.isEmpty()) {
      throw new UserFileException(
          source + ":1",
          "the file is empty: expected an object on each line, {\"name\": \"anna\"}");
    }
    return new UserFile(List.copyOf(columns), List.copyOf(rows));
  }

  private static List<String> row(
      String place, int first, List<String> columns, Map<String, String> values)
      throws UserFileException {
    List<String> row = new ArrayList<>();
    for (String column : columns) {
      String value = values.remove(column);
      if (value == null) {
        throw new UserFileException(
            place, "has no \"" + column + "\", which line " + first + " has");
      }
      row.add(value);
    }
    if (!values.isEmpty()) {
      throw new UserFileException(
          place,
          "has \"" + values.keySet().iterator().next() + "\", which line " + first + " has not");
    }
    return List.copyOf(row);
  }

  private static Map<String, String> object(String source, int line, String text)
      throws UserFileException {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      return new JsonLines(source, line, parser).object();
    } catch (JacksonException e) {
      var at = e.getLocation();
      throw new UserFileException(
          source + ":" + line + (at == null ? "" : ":" + at.getColumnNr()),
          "no JSON object on one line: " + e.getOriginalMessage());
    }
  }

  private Map<String, String> object() throws UserFileException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw fault("expected an object on each line, such as {\"name\": \"anna\"}");
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      if (!UserFile.isColumn(name)) {
        throw fault("expected a name of letters, digits, '_' and '-', found \"" + name + "\"");
      }
      parser.nextToken();
      if (values.put(name, value(name)) != null) {
        throw fault("two values are named \"" + name + "\"");
      }
    }
    if (values.isEmpty()) {
      throw fault("the object is empty");
    }
    if (parser.nextToken() != null) {
      throw fault("there is more after the object: expected one on each line");
    }
    return values;
  }

  private String value(String name) throws UserFileException {
    return switch (parser.currentToken()) {
      case VALUE_STRING, VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT, VALUE_TRUE, VALUE_FALSE ->
          parser.getString();
      default ->
          throw fault(
              "\"" + name + "\" is " + found() + ": expected a text, a number or a boolean");
    };
  }

  private String found() {
    return switch (parser.currentToken()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      default -> "null";
    };
  }

  private UserFileException fault(String message) {
    return new UserFileException(
        source + ":" + line + ":" + parser.currentTokenLocation().getColumnNr(), message);
  }
}
