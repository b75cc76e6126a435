package dev.takt.it.targets;

import java.nio.charset.StandardCharsets;

/// The bytes of HTTP answers.
final class Answers {

  static final String BODY = "hello, world";
  static final byte[] OK = of("200 OK", BODY);

  private Answers() {}

  static byte[] of(String status, String body) {
    return ascii(
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: text/plain\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n"
            + body);
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
