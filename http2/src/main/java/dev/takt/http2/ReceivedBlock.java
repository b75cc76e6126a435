package dev.takt.http2;

import java.nio.ByteBuffer;

/// A header block that arrives in several frames (RFC 9113, section 6.10). Its length is bounded.
final class ReceivedBlock {

  /// The largest block. It is larger than a list of fields may be when it is decoded.
  static final int MAX_BYTES = 256 * 1024;

  private static final int FIRST_BYTES = 4 * 1024;

  private ByteBuffer bytes = ByteBuffer.allocate(0);
  private int stream;
  private boolean isEnd;

  void reset() {
    stream = 0;
  }

  /// Whether the next frame must be a CONTINUATION.
  boolean isIncomplete() {
    return stream != 0;
  }

  int stream() {
    return stream;
  }

  /// Whether the stream ends with this block.
  boolean isEnd() {
    return isEnd;
  }

  /// @param ofStream the stream that it belongs to
  void begin(int ofStream, boolean endsStream, ByteBuffer fragment) {
    stream = ofStream;
    isEnd = endsStream;
    bytes.clear();
    add(fragment);
  }

  void add(ByteBuffer fragment) {
    int needed = bytes.position() + fragment.remaining();
    if (needed > MAX_BYTES) {
      throw ConnectionError.flood("a header block is larger than 256 KB");
    }
    if (needed > bytes.capacity()) {
      int capacity = Math.max(FIRST_BYTES, Math.max(needed, 2 * bytes.capacity()));
      bytes = ByteBuffer.allocate(capacity).put(bytes.flip());
    }
    bytes.put(fragment);
  }

  /// The whole block, which is complete now.
  ByteBuffer end() {
    stream = 0;
    return bytes.flip();
  }
}
