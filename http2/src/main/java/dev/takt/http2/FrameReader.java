package dev.takt.http2;

import java.nio.ByteBuffer;

/// Finds whole frames in received bytes (RFC 9113, section 4.1). A frame's payload is not copied:
/// the buffer's position and limit are set around it until the next frame is read.
final class FrameReader {

  /// The length of what stands before a payload.
  static final int HEADER_BYTES = 9;

  /// The longest payload that the server may send: what both sides begin with.
  static final int MAX_PAYLOAD_BYTES = 16 * 1024;

  static final int MAX_STREAM = Integer.MAX_VALUE;

  private static final int NONE = -1;

  private int type;
  private int flags;
  private int stream;
  private int length;

  /// The end of the current frame in the buffer, and the buffer's limit before it was set to that.
  private int end = NONE;

  private int limit;

  void reset() {
    end = NONE;
  }

  /// Reads the next frame's header.
  ///
  /// @param in then has the frame's payload from its position to its limit
  /// @return false if the frame has not arrived as a whole
  boolean next(ByteBuffer in) {
    if (end != NONE) {
      in.limit(limit).position(end);
      end = NONE;
    }
    if (in.remaining() < HEADER_BYTES) {
      return false;
    }
    int start = in.position();
    int first = in.getInt(start);
    length = first >>> 8;
    type = first & 0xFF;
    flags = in.get(start + 4);
    stream = in.getInt(start + 5) & MAX_STREAM;
    if (length > MAX_PAYLOAD_BYTES) {
      throw ConnectionError.frameSize("a frame is larger than 16 KB");
    }
    if (in.remaining() < HEADER_BYTES + length) {
      return false;
    }
    limit = in.limit();
    end = start + HEADER_BYTES + length;
    in.position(start + HEADER_BYTES).limit(end);
    return true;
  }

  int type() {
    return type;
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /// The stream that the frame belongs to; 0 for the connection.
  int stream() {
    return stream;
  }

  /// The length of the whole payload, with padding.
  int length() {
    return length;
  }

  /// Checks the length of a payload that always has the same.
  void requireLength(int expected) {
    if (length != expected) {
      throw ConnectionError.frameSize("a frame has the wrong length for its type");
    }
  }

  /// Checks whether the frame belongs to a stream, or to the connection.
  void requireStream(boolean belongsToStream) {
    if (belongsToStream != (stream != 0)) {
      throw ConnectionError.protocol(
          belongsToStream
              ? "a frame that belongs to a stream has none"
              : "a frame that belongs to the connection has a stream");
    }
  }

  /// Removes the padding of the payload (RFC 9113, sections 6.1 and 6.2).
  void removePadding(ByteBuffer in) {
    if (!has(FrameType.PADDED)) {
      return;
    }
    if (length == 0) {
      throw ConnectionError.frameSize("a padded frame is empty");
    }
    int padding = in.get() & 0xFF;
    if (padding > in.remaining()) {
      throw ConnectionError.protocol("the padding is longer than its frame");
    }
    in.limit(in.limit() - padding);
  }
}
