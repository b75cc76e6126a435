package dev.takt.http2;

import dev.takt.http2.hpack.Decoder;
import dev.takt.http2.hpack.FieldList;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// What a client has sent, for people: one line for each frame.
final class SentFrames {

  private static final List<String> TYPES =
      List.of(
          "DATA",
          "HEADERS",
          "PRIORITY",
          "RST_STREAM",
          "SETTINGS",
          "PUSH_PROMISE",
          "PING",
          "GOAWAY",
          "WINDOW_UPDATE",
          "CONTINUATION");

  private SentFrames() {}

  static List<String> read(ByteBuffer sent) {
    List<String> lines = new ArrayList<>();
    if (sent.remaining() >= 24 && sent.get(sent.position()) == 'P') {
      byte[] preface = new byte[24];
      sent.get(preface);
      lines.add(new String(preface, StandardCharsets.US_ASCII).replaceAll("\\s+", " ").strip());
    }
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    while (sent.hasRemaining()) {
      int first = sent.getInt();
      int type = first & 0xFF;
      int flags = sent.get();
      int stream = sent.getInt();
      byte[] payload = new byte[first >>> 8];
      sent.get(payload);
      lines.add(line(type, flags, stream, payload, block));
    }
    return lines;
  }

  private static String line(
      int type, int flags, int stream, byte[] bytes, ByteArrayOutputStream block) {
    ByteBuffer payload = ByteBuffer.wrap(bytes);
    StringBuilder line = new StringBuilder(TYPES.get(type)).append(' ').append(stream);
    switch (type) {
      case FrameType.DATA -> line.append(" '").append(text(payload)).append('\'');
      case FrameType.HEADERS, FrameType.CONTINUATION -> {
        line.append(" bytes=").append(payload.remaining());
        block.writeBytes(bytes);
        if ((flags & FrameType.END_HEADERS) != 0) {
          FieldList fields = new FieldList(1024 * 1024);
          new Decoder(Decoder.DEFAULT_TABLE_SIZE)
              .decode(ByteBuffer.wrap(block.toByteArray()), fields);
          for (int i = 0; i < fields.count(); i++) {
            line.append(' ').append(fields.name(i)).append('=').append(shortened(fields.value(i)));
          }
          block.reset();
        }
      }
      case FrameType.SETTINGS -> {
        while (payload.hasRemaining()) {
          line.append(' ').append(payload.getShort()).append('=').append(payload.getInt());
        }
      }
      case FrameType.PING -> line.append(' ').append(payload.getLong());
      default -> {
        while (payload.hasRemaining()) {
          line.append(' ').append(payload.getInt());
        }
      }
    }
    boolean isStreamData = type == FrameType.DATA || type == FrameType.HEADERS;
    if ((flags & 1) != 0) {
      line.append(isStreamData ? " end" : " ack");
    }
    return line.toString();
  }

  private static String text(ByteBuffer payload) {
    return shortened(StandardCharsets.UTF_8.decode(payload).toString());
  }

  private static String shortened(String text) {
    return text.length() <= 40 ? text : text.substring(0, 3) + "…" + text.length();
  }
}
