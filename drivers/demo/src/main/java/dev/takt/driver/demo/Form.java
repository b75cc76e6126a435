package dev.takt.driver.demo;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/// Parses form data: `name=value&name=value`.
final class Form {

  private Form() {}

  static Map<String, String> parse(@Nullable String text) {
    Map<String, String> fields = new HashMap<>();
    StringTokenizer pairs = new StringTokenizer(text == null ? "" : text, "&");
    while (pairs.hasMoreTokens()) {
      String pair = pairs.nextToken();
      int equals = pair.indexOf('=');
      if (equals > 0) {
        fields.put(
            pair.substring(0, equals),
            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return fields;
  }
}
