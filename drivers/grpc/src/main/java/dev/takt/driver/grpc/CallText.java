package dev.takt.driver.grpc;

import dev.takt.load.driver.WireDriver.Message;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// A request or an answer as text: the lines of its head, and after an empty line its message.
final class CallText {

  private static final String END_OF_HEAD = "\n\n";

  private CallText() {}

  /// @param message in JSON; empty for none
  static String of(List<String> head, String message) {
    List<String> lines = head.stream().map(CallText::line).toList();
    return String.join("\n", lines) + (message.isEmpty() ? "" : END_OF_HEAD + message);
  }

  /// What a server says about a status may have several lines. They become one as in a text of
  /// JSON, which is a form in which secrets are recognised.
  private static String line(String text) {
    return text.indexOf('\n') < 0
        ? text
        : text.replace("\\", "\\\\")
            .replace("\"", "\\\"")
            .replace("\n", "\\n")
            .replace("\r", "\\r")
            .replace("\t", "\\t");
  }

  /// Takes a text apart again.
  ///
  /// @param bytes in UTF-8; the end may be missing
  static Message parse(byte[] bytes) {
    // Each character is a byte.
    int end = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(END_OF_HEAD);
    int head = end < 0 ? bytes.length : end;
    int body = end < 0 ? bytes.length : end + END_OF_HEAD.length();
    return new Message(
        List.of(new String(bytes, 0, head, StandardCharsets.UTF_8).split("\n", -1)),
        Arrays.copyOfRange(bytes, body, bytes.length));
  }
}
