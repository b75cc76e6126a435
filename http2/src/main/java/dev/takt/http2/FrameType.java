package dev.takt.http2;

/// Types of frames (RFC 9113, section 6), and their flags.
final class FrameType {

  static final int DATA = 0x0;
  static final int HEADERS = 0x1;
  static final int PRIORITY = 0x2;
  static final int RST_STREAM = 0x3;
  static final int SETTINGS = 0x4;
  static final int PUSH_PROMISE = 0x5;
  static final int PING = 0x6;
  static final int GOAWAY = 0x7;
  static final int WINDOW_UPDATE = 0x8;
  static final int CONTINUATION = 0x9;

  /// Of SETTINGS and PING.
  static final int ACK = 0x1;

  /// Of DATA and HEADERS.
  static final int END_STREAM = 0x1;

  /// Of HEADERS and CONTINUATION.
  static final int END_HEADERS = 0x4;

  /// Of DATA and HEADERS.
  static final int PADDED = 0x8;

  /// Of HEADERS: whether it begins with fields of a priority.
  static final int HAS_PRIORITY = 0x20;

  private FrameType() {}
}
