package dev.takt.driver.http;

import dev.takt.load.text.SecretNames;
import java.util.regex.Pattern;

/// A header line from the user, without the white space around its parts.
record HeaderLine(String name, String value) {

  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /// Whether the text is valid as a method or a header name (RFC 9110, section 5.6.2).
  static boolean isToken(String text) {
    return TOKEN.matcher(text).matches();
  }

  /// @throws IllegalArgumentException with what was expected and found
  static HeaderLine parse(String line) {
    int colon = line.indexOf(':');
    String name = colon < 0 ? "" : line.substring(0, colon).strip();
    if (name.chars().anyMatch(c -> c >= 0x80)) {
      throw new IllegalArgumentException(
          "a header's name is ASCII (RFC 9110), found \"" + name + "\"");
    }
    if (!isToken(name) || line.chars().anyMatch(c -> c < ' ' && c != '\t')) {
      throw new IllegalArgumentException(
          "expected a header as NAME: VALUE, found \"" + line + "\"");
    }
    return new HeaderLine(name, line.substring(colon + 1).strip());
  }

  boolean is(String other) {
    return name.equalsIgnoreCase(other);
  }

  /// Whether the value is a credential.
  boolean isSecret() {
    return SecretNames.isSecretHeader(name);
  }

  /// Whether the header describes the content of a message.
  boolean isOfContent() {
    return name.regionMatches(true, 0, "Content-", 0, 8) || is("Expect");
  }

  /// Appends the line and its line end.
  void appendTo(StringBuilder head) {
    head.append(name).append(':').append(value.isEmpty() ? "" : " ").append(value).append("\r\n");
  }
}
