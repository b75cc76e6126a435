package dev.takt.http2;

import dev.takt.load.driver.Outcome;
import java.util.List;

/// Codes of errors (RFC 9113, section 7).
final class ErrorCode {

  static final int NO_ERROR = 0x0;
  static final int PROTOCOL_ERROR = 0x1;
  static final int FLOW_CONTROL_ERROR = 0x3;
  static final int FRAME_SIZE_ERROR = 0x6;
  static final int CANCEL = 0x8;
  static final int COMPRESSION_ERROR = 0x9;
  static final int ENHANCE_YOUR_CALM = 0xB;

  private static final List<String> NAMES =
      List.of(
          "NO_ERROR",
          "PROTOCOL_ERROR",
          "INTERNAL_ERROR",
          "FLOW_CONTROL_ERROR",
          "SETTINGS_TIMEOUT",
          "STREAM_CLOSED",
          "FRAME_SIZE_ERROR",
          "REFUSED_STREAM",
          "CANCEL",
          "COMPRESSION_ERROR",
          "CONNECT_ERROR",
          "ENHANCE_YOUR_CALM",
          "INADEQUATE_SECURITY",
          "HTTP_1_1_REQUIRED");

  private static final List<Outcome> RESETS =
      NAMES.stream().map(name -> Outcome.failed("stream reset: " + name)).toList();

  private static final Outcome UNKNOWN_RESET = Outcome.failed("stream reset: unknown code");

  private ErrorCode() {}

  static String nameOf(int code) {
    return isKnown(code) ? NAMES.get(code) : "unknown code";
  }

  /// The outcome of an operation whose stream the server has reset.
  static Outcome reset(int code) {
    return isKnown(code) ? RESETS.get(code) : UNKNOWN_RESET;
  }

  private static boolean isKnown(int code) {
    return code >= 0 && code < NAMES.size();
  }
}
