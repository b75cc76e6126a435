package dev.takt.faults.shop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.http2.hpack.Decoder;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShopHttp2SessionTest {

  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PING = 6;

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final List<String> handled = new ArrayList<>();

  private void frame(int type, int flags, int stream, byte[] payload) {
    sent.writeBytes(
        ByteBuffer.allocate(9 + payload.length)
            .putInt((payload.length << 8) | type)
            .put((byte) flags)
            .putInt(stream)
            .put(payload)
            .array());
  }

  private void request(int stream, String path, String contentType, boolean isEnd) {
    FieldBlock fields =
        FieldBlock.EMPTY
            .with(":method", "POST")
            .with(":path", path)
            .with("content-type", contentType);
    ByteBuffer block = ByteBuffer.allocate(fields.length());
    fields.put(block);
    frame(HEADERS, 4 + (isEnd ? 1 : 0), stream, block.array());
  }

  /// What the server answers, a line for each frame.
  private List<String> answers() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ShopHttp2Session.serve(
          new ByteArrayInputStream(sent.toByteArray()), out, handled::add, Runnable::run);
    } catch (EOFException e) {
      // The client has disconnected.
    }
    List<String> frames = new ArrayList<>();
    Decoder decoder = new Decoder(Decoder.DEFAULT_TABLE_SIZE);
    ByteBuffer in = ByteBuffer.wrap(out.toByteArray());
    while (in.hasRemaining()) {
      int first = in.getInt();
      int flags = in.get();
      int stream = in.getInt();
      byte[] payload = new byte[first >>> 8];
      in.get(payload);
      frames.add((first & 0xFF) + "/" + flags + "/" + stream + " " + text(first, payload, decoder));
    }
    return frames;
  }

  private static String text(int first, byte[] payload, Decoder decoder) {
    if ((first & 0xFF) != HEADERS) {
      return new String(payload, StandardCharsets.ISO_8859_1).replace("\0", "0");
    }
    FieldList fields = new FieldList(1 << 16);
    decoder.decode(ByteBuffer.wrap(payload), fields);
    List<String> all = new ArrayList<>();
    for (int i = 0; i < fields.count(); i++) {
      all.add(fields.name(i) + "=" + fields.value(i));
    }
    return String.join(" ", all);
  }

  @Test
  void requestsAndCallsAreAnsweredOnTheirStreams() throws IOException {
    sent.writeBytes("SM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]);
    request(1, "/lock", "text/plain", true);
    request(3, "/takt.Shop/monitor", "application/grpc", false);
    frame(PING, 0, 0, "12345678".getBytes(StandardCharsets.US_ASCII));
    frame(0, 1, 3, new byte[5]);

    assertThat(answers())
        .containsExactly(
            "4/0/0 ",
            "4/1/0 ",
            "1/4/1 :status=200",
            "0/1/1 ok",
            "6/1/0 12345678",
            "8/0/0 000\u0005",
            "1/4/3 :status=200 content-type=application/grpc",
            "0/0/3 00000",
            "1/5/3 grpc-status=0");
    assertThat(handled).containsExactly("/lock", "/monitor");
  }
}
