package dev.takt.http2;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// The frames that the session sends of its own: the connection's preface, acknowledgements, window
/// updates and resets. They wait here, encoded, until they are sent. The number of those that wait
/// is bounded.
final class OwnFrames {

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final int FIRST_BYTES = 1024;
  private static final int MAX_BYTES = 64 * 1024;
  private static final int PING_BYTES = 8;

  private ByteBuffer waiting = ByteBuffer.allocate(FIRST_BYTES);
  private boolean hasOverflowed;

  void clear() {
    waiting.clear();
    hasOverflowed = false;
  }

  boolean isEmpty() {
    return waiting.position() == 0;
  }

  int bytes() {
    return waiting.position();
  }

  /// Appends all frames to `out`. They wait until they are [#sent] all the same, because what is
  /// appended can be undone.
  ///
  /// @throws java.nio.BufferOverflowException if there is no room for them
  void put(ByteBuffer out) {
    int length = waiting.position();
    if (out.remaining() < length) {
      throw new BufferOverflowException();
    }
    out.put(out.position(), waiting, 0, length).position(out.position() + length);
  }

  /// The frames that wait have been sent.
  void sent() {
    waiting.clear();
  }

  /// Checks that not more frames had to be answered than can wait.
  void checkOverflow() {
    if (hasOverflowed) {
      throw ConnectionError.flood("more frames have to be answered than the server reads");
    }
  }

  private boolean hasRoom(int payload) {
    int needed = waiting.position() + FrameReader.HEADER_BYTES + payload;
    if (needed > MAX_BYTES) {
      hasOverflowed = true;
      return false;
    }
    if (needed > waiting.capacity()) {
      waiting = ByteBuffer.allocate(2 * waiting.capacity()).put(waiting.flip());
    }
    return true;
  }

  void addSettingsAck() {
    if (hasRoom(0)) {
      putHeader(0, FrameType.SETTINGS, FrameType.ACK, 0, waiting);
    }
  }

  /// @param payload of the ping to answer
  void addPingAck(long payload) {
    if (hasRoom(PING_BYTES)) {
      putHeader(PING_BYTES, FrameType.PING, FrameType.ACK, 0, waiting);
      waiting.putLong(payload);
    }
  }

  void addPing() {
    if (hasRoom(PING_BYTES)) {
      putHeader(PING_BYTES, FrameType.PING, 0, 0, waiting);
      waiting.putLong(0);
    }
  }

  /// @param stream 0 for the connection
  void addWindowUpdate(int stream, int increment) {
    addInt(FrameType.WINDOW_UPDATE, stream, increment);
  }

  void addReset(int stream, int errorCode) {
    addInt(FrameType.RST_STREAM, stream, errorCode);
  }

  private void addInt(int type, int stream, int payload) {
    if (hasRoom(Integer.BYTES)) {
      putHeader(Integer.BYTES, type, 0, stream, waiting);
      waiting.putInt(payload);
    }
  }

  /// Appends what a connection begins with (RFC 9113, section 3.4).
  ///
  /// @param window how many bytes the server may send on a stream, and on the connection
  static void putPreface(int window, int maxHeaderListSize, ByteBuffer out) {
    out.put(PREFACE);
    putHeader(3 * PeerSettings.SETTING_BYTES, FrameType.SETTINGS, 0, 0, out);
    out.putShort((short) PeerSettings.ENABLE_PUSH).putInt(0);
    out.putShort((short) PeerSettings.INITIAL_WINDOW_SIZE).putInt(window);
    out.putShort((short) PeerSettings.MAX_HEADER_LIST_SIZE).putInt(maxHeaderListSize);
    putHeader(Integer.BYTES, FrameType.WINDOW_UPDATE, 0, 0, out);
    out.putInt(window - PeerSettings.DEFAULT_WINDOW);
  }

  /// Appends the header of a frame.
  static void putHeader(int length, int type, int flags, int stream, ByteBuffer out) {
    out.putInt(length << 8 | type).put((byte) flags).putInt(stream);
  }

  /// Writes the header of a frame at an absolute position.
  static void setHeader(int at, int length, int type, int flags, int stream, ByteBuffer out) {
    out.putInt(at, length << 8 | type).put(at + 4, (byte) flags).putInt(at + 5, stream);
  }

  /// Sets the stream of a frame at an absolute position.
  ///
  /// @return where the frame behind it begins
  static int setStream(int at, int stream, ByteBuffer out) {
    out.putInt(at + 5, stream);
    return at + FrameReader.HEADER_BYTES + (out.getInt(at) >>> 8);
  }
}
