package dev.takt.http2;

import java.nio.ByteBuffer;

/// What the server has announced by SETTINGS (RFC 9113, section 6.5.2).
final class PeerSettings {

  static final int DEFAULT_WINDOW = 65_535;
  static final int UNLIMITED = Integer.MAX_VALUE;

  static final int HEADER_TABLE_SIZE = 0x1;
  static final int ENABLE_PUSH = 0x2;
  static final int MAX_CONCURRENT_STREAMS = 0x3;
  static final int INITIAL_WINDOW_SIZE = 0x4;
  static final int MAX_FRAME_SIZE = 0x5;
  static final int MAX_HEADER_LIST_SIZE = 0x6;

  /// The length of a setting.
  static final int SETTING_BYTES = 6;

  /// How many streams a server should allow at least (RFC 9113, section 6.5.2).
  private static final int RECOMMENDED_STREAMS = 100;

  private static final int DEFAULT_TABLE_SIZE = 4096;
  private static final int MAX_FRAME_SIZE_LIMIT = (1 << 24) - 1;

  private boolean isKnown;

  /// How many streams are opened before the server's settings are known.
  private int assumedStreams = RECOMMENDED_STREAMS;

  private boolean hasShrunkTable;
  private int maxConcurrentStreams = UNLIMITED;
  private int initialWindow = DEFAULT_WINDOW;
  private int maxFrameSize = FrameReader.MAX_PAYLOAD_BYTES;

  void reset() {
    if (isKnown) {
      assumedStreams = Math.min(RECOMMENDED_STREAMS, maxConcurrentStreams);
    }
    isKnown = false;
    hasShrunkTable = false;
    maxConcurrentStreams = UNLIMITED;
    initialWindow = DEFAULT_WINDOW;
    maxFrameSize = FrameReader.MAX_PAYLOAD_BYTES;
  }

  /// Reads the payload of a SETTINGS frame. Unknown settings are ignored.
  void read(ByteBuffer in) {
    if (in.remaining() % SETTING_BYTES != 0) {
      throw ConnectionError.frameSize("a frame has the wrong length for its type");
    }
    isKnown = true;
    while (in.hasRemaining()) {
      int setting = in.getShort();
      set(setting, in.getInt());
    }
  }

  private void set(int setting, int value) {
    switch (setting) {
      case HEADER_TABLE_SIZE ->
          hasShrunkTable |= Integer.compareUnsigned(value, DEFAULT_TABLE_SIZE) < 0;
      case ENABLE_PUSH -> {
        if (value != 0) {
          throw ConnectionError.protocol("the server sets ENABLE_PUSH");
        }
      }
      case MAX_CONCURRENT_STREAMS -> maxConcurrentStreams = value < 0 ? UNLIMITED : value;
      case INITIAL_WINDOW_SIZE -> {
        if (value < 0) {
          throw ConnectionError.flowControl("a window is larger than allowed");
        }
        initialWindow = value;
      }
      case MAX_FRAME_SIZE -> {
        if (value < FrameReader.MAX_PAYLOAD_BYTES || value > MAX_FRAME_SIZE_LIMIT) {
          throw ConnectionError.protocol("MAX_FRAME_SIZE is out of range");
        }
        maxFrameSize = value;
      }
      default -> {
        // For the server's own use, or unknown.
      }
    }
  }

  /// Whether the server's first SETTINGS have arrived.
  boolean isKnown() {
    return isKnown;
  }

  /// Whether the server has ever made its decoder's table smaller than the default. It then expects
  /// a sign of that in header blocks (RFC 7541, section 4.2).
  boolean hasShrunkTable() {
    return hasShrunkTable;
  }

  int maxConcurrentStreams() {
    return maxConcurrentStreams;
  }

  /// How many streams may be open now. Before the server's settings are known, no more than on the
  /// connection before.
  int openLimit() {
    return isKnown ? maxConcurrentStreams : assumedStreams;
  }

  int initialWindow() {
    return initialWindow;
  }

  int maxFrameSize() {
    return maxFrameSize;
  }
}
