package dev.takt.driver.jdbc.rows;

import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Values as JSON for people, in one line.
public final class ShownJson {

  private ShownJson() {}

  /// An object.
  public static String of(Map<String, ? extends @Nullable Object> values) {
    return values.entrySet().stream()
        .map(each -> quoted(each.getKey()) + ": " + value(each.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String value(@Nullable Object value) {
    return value instanceof String text ? quoted(text) : String.valueOf(value);
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\r", "\\r")
        + '"';
  }
}
