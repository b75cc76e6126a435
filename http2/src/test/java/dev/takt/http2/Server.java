package dev.takt.http2;

import dev.takt.http2.hpack.FieldBlock;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes the frames of a server, right or wrong.
final class Server {

  private ByteBuffer out = ByteBuffer.allocate(128);

  /// A frame as it is.
  Server frame(int type, int flags, int stream, byte... payload) {
    int needed = out.position() + FrameReader.HEADER_BYTES + payload.length;
    if (needed > out.capacity()) {
      out = ByteBuffer.allocate(Math.max(needed, 2 * out.capacity())).put(out.flip());
    }
    OwnFrames.putHeader(payload.length, type, flags, stream, out);
    out.put(payload);
    return this;
  }

  Server frame(int type, int flags, int stream, ByteBuffer payload) {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(bytes);
    return frame(type, flags, stream, bytes);
  }

  /// @param settings numbers and values in turn
  Server settings(int... settings) {
    ByteBuffer payload = ByteBuffer.allocate(settings.length / 2 * 6);
    for (int i = 0; i < settings.length; i += 2) {
      payload.putShort((short) settings[i]).putInt(settings[i + 1]);
    }
    return frame(FrameType.SETTINGS, 0, 0, payload.flip());
  }

  Server settingsAck() {
    return frame(FrameType.SETTINGS, FrameType.ACK, 0);
  }

  Server ints(int type, int stream, int... values) {
    ByteBuffer payload = ByteBuffer.allocate(4 * values.length);
    for (int value : values) {
      payload.putInt(value);
    }
    return frame(type, 0, stream, payload.flip());
  }

  Server windowUpdate(int stream, int increment) {
    return ints(FrameType.WINDOW_UPDATE, stream, increment);
  }

  Server reset(int stream, int code) {
    return ints(FrameType.RST_STREAM, stream, code);
  }

  Server ping(long payload) {
    return frame(FrameType.PING, 0, 0, ByteBuffer.allocate(8).putLong(payload).flip());
  }

  Server goAway(int lastStream, int code, String text) {
    byte[] debug = text.getBytes(StandardCharsets.UTF_8);
    return frame(
        FrameType.GOAWAY,
        0,
        0,
        ByteBuffer.allocate(8 + debug.length).putInt(lastStream).putInt(code).put(debug).flip());
  }

  Server headers(int stream, boolean isEnd, FieldBlock fields) {
    return headers(stream, isEnd, bytes(fields));
  }

  Server headers(int stream, boolean isEnd, byte... block) {
    int flags = FrameType.END_HEADERS | (isEnd ? FrameType.END_STREAM : 0);
    return frame(FrameType.HEADERS, flags, stream, block);
  }

  /// A header block in several frames.
  ///
  /// @param part the most bytes in each
  Server headersInParts(int stream, boolean isEnd, byte[] block, int part) {
    for (int at = 0; at < block.length; at += part) {
      int end = Math.min(block.length, at + part);
      boolean isFirst = at == 0;
      int flags =
          (isFirst && isEnd ? FrameType.END_STREAM : 0)
              | (end == block.length ? FrameType.END_HEADERS : 0);
      int type = isFirst ? FrameType.HEADERS : FrameType.CONTINUATION;
      frame(type, flags, stream, Arrays.copyOfRange(block, at, end));
    }
    return this;
  }

  Server head(int stream, boolean isEnd, int status) {
    return headers(stream, isEnd, status(status));
  }

  Server data(int stream, boolean isEnd, String text) {
    return frame(
        FrameType.DATA,
        isEnd ? FrameType.END_STREAM : 0,
        stream,
        text.getBytes(StandardCharsets.UTF_8));
  }

  /// A whole answer.
  Server answer(int stream, String text) {
    return head(stream, false, 200).data(stream, true, text);
  }

  static FieldBlock status(int status) {
    return FieldBlock.EMPTY.with(":status", Integer.toString(status));
  }

  static byte[] bytes(FieldBlock fields) {
    ByteBuffer out = ByteBuffer.allocate(fields.length());
    fields.put(out);
    return out.array();
  }

  byte[] bytes() {
    byte[] bytes = Arrays.copyOf(out.array(), out.position());
    out.clear();
    return bytes;
  }
}
