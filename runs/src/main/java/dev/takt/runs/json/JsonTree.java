package dev.takt.runs.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;

/// Reads JSON into maps, lists, strings, numbers and booleans.
///
/// Jackson's databind could read it as well. But reading one small file with it takes a new process
/// 0.2 s of CPU time, and a tenth of that with the parser alone.
final class JsonTree {

  private static final JsonFactory FACTORY = new JsonFactory();

  private final JsonParser parser;

  private JsonTree(JsonParser parser) {
    this.parser = parser;
  }

  /// Reads a document. The keys of its maps keep their order; the last of several equal keys wins.
  /// Numbers are of the first of [Integer], [Long] and [java.math.BigInteger] that is wide enough,
  /// or a [Double].
  ///
  /// @return null if it is empty, or `null`
  /// @throws JacksonException with the place, if it is not JSON
  static @Nullable Object of(String text) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        return null;
      }
      Object root = new JsonTree(parser).value();
      if (parser.nextToken() != null) {
        throw new StreamReadException(parser, "there is more behind its end");
      }
      return root;
    }
  }

  /// Reads the value at the parser's current token.
  private @Nullable Object value() {
    return switch (parser.currentToken()) {
      case START_OBJECT -> map();
      case START_ARRAY -> list();
      case VALUE_STRING -> parser.getString();
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private Map<String, @Nullable Object> map() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (String key = parser.nextName(); key != null; key = parser.nextName()) {
      parser.nextToken();
      map.put(key, value());
    }
    return map;
  }

  private List<@Nullable Object> list() {
    List<@Nullable Object> list = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      list.add(value());
    }
    return list;
  }
}
