package dev.takt.http2;

import dev.takt.load.driver.Outcome;

/// The server has broken the protocol in a way that the connection does not survive (RFC 9113,
/// section 5.4.1).
final class ConnectionError extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /// @param text says what was wrong, without numbers: failures with the same label are counted
  ///   together
  ConnectionError(int code, String text) {
    super("HTTP/2 " + ErrorCode.nameOf(code) + ": " + text, null, false, false);
  }

  static ConnectionError protocol(String text) {
    return new ConnectionError(ErrorCode.PROTOCOL_ERROR, text);
  }

  static ConnectionError frameSize(String text) {
    return new ConnectionError(ErrorCode.FRAME_SIZE_ERROR, text);
  }

  static ConnectionError flowControl(String text) {
    return new ConnectionError(ErrorCode.FLOW_CONTROL_ERROR, text);
  }

  static ConnectionError flood(String text) {
    return new ConnectionError(ErrorCode.ENHANCE_YOUR_CALM, text);
  }

  Outcome outcome() {
    return Outcome.failedBy(this);
  }
}
