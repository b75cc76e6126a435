package dev.takt.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldList;
import dev.takt.http2.hpack.FieldName;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.testing.Allocation;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Sending operations and reading their answers do not allocate.
class AllocationTest {

  private static final int STREAMS = 8;
  private static final int OPERATIONS = 4_000;
  private static final int ROUNDS = 12;
  private static final Outcome OK = Outcome.ok(200);
  private static final byte[] LENGTH = Client.ascii("content-length");

  /// Writes fields and bodies in all ways.
  private static final class Poster implements Exchange {

    private static final FieldBlock POST =
        FieldBlock.EMPTY.with(":method", "POST").with(":scheme", "http").with("x-a", "b");
    private static final FieldName NAME = FieldName.of("x-number");
    private static final FieldName TOKEN = FieldName.of("authorization");
    private static final byte[] SECRET = Client.ascii("secret");
    private static final byte[] BODY = new byte[900];

    private final ByteBuffer line = ByteBuffer.wrap(Client.ascii("User-Agent: takt\r\n"));
    private final MemorySegment file;
    private long total;

    Poster(MemorySegment file) {
      this.file = file;
    }

    @Override
    public void encode(int operation, long n, Request out) {
      out.fields(POST);
      ByteBuffer path = out.beginField(FieldName.PATH).put((byte) '/');
      for (int i = 0; i < (n & 15) * 20; i++) {
        path.put((byte) 'p');
      }
      out.endField();
      out.field(line, 0, 10, 12, 4);
      out.field(TOKEN, SECRET);
      out.field(NAME, line);
      if ((n & 3) == 0) {
        out.body(file);
      } else if ((n & 3) == 1) {
        out.beginBody().put(BODY);
        out.endBody();
      }
    }

    @Override
    public @Nullable Outcome fields(FieldList fields, boolean isEnd) {
      int length = fields.find(LENGTH);
      total += length == FieldList.NONE ? fields.status() : fields.number(length);
      return isEnd ? OK : null;
    }

    @Override
    public @Nullable Outcome data(ByteBuffer in, boolean isEnd) {
      total += in.remaining();
      return isEnd ? OK : null;
    }

    @Override
    public void reset() {}
  }

  /// A server's answers to one operation after the other: heads with the dynamic table, with
  /// Huffman strings and in two frames, data, trailers, a reset, and frames of the connection.
  private static byte[][] answers(int firstId) {
    byte[] huffman =
        HexFormat.of()
            .parseHex(
                "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff"
                    + "6e919d29ad171863c78f0b97c8e9ae82ae43d3");
    byte[] literal = Server.bytes(Server.status(201).with("content-length", "123"));
    byte[] trailers = Server.bytes(FieldBlock.EMPTY.with("grpc-status", "0"));
    byte[][] answers = new byte[OPERATIONS][];
    for (int i = 0; i < OPERATIONS; i++) {
      int id = firstId + 2 * i;
      Server server = new Server().windowUpdate(id, 20_000).windowUpdate(0, 20_000);
      Server answer =
          switch (i % 5) {
            case 0 -> server.headers(id, false, huffman).data(id, true, "some data");
            case 1 -> server.headersInParts(id, true, literal, 20).ping(i);
            case 2 -> server.head(id, false, 200).headers(id, true, trailers).settings(3, 100);
            case 3 -> server.reset(id, 7);
            default -> server.headers(id, true, literal);
          };
      answers[i] = answer.bytes();
    }
    return answers;
  }

  @Test
  void operations() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment file = arena.allocate(20_000);
      List<Poster> posters = new ArrayList<>();
      Http2Session session =
          new Http2Session(() -> {
            posters.add(new Poster(file));
            return posters.getLast();
          });
      WireDriver.Codec[] codecs = new WireDriver.Codec[STREAMS];
      for (int i = 0; i < STREAMS; i++) {
        codecs[i] = session.newCodec(i);
      }
      session.encodeSetup(ByteBuffer.allocate(100));
      session.decodeSetup(ByteBuffer.wrap(new Server().settings().bytes()));
      ByteBuffer out = ByteBuffer.allocateDirect(128 * 1024);
      ByteBuffer in = ByteBuffer.allocateDirect(64 * 1024);
      long least = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        byte[][] answers = answers(1 + 2 * round * OPERATIONS);
        long before = Allocation.bytes();
        for (int n = 0; n < OPERATIONS; n++) {
          WireDriver.Codec codec = codecs[n % STREAMS];
          codec.encode(0, n, out.clear());
          read(session, codecs, in.clear().put(answers[n]).flip());
          if (session.hasOutput()) {
            session.encodeOutput(out.clear());
          }
        }
        least = Math.min(least, Allocation.bytes() - before);
      }
      assertThat(least / OPERATIONS).isZero();
      assertThat(posters).allSatisfy(poster -> assertThat(poster.total).isPositive());
    }
  }

  private static void read(Http2Session session, WireDriver.Codec[] codecs, ByteBuffer in) {
    Outcome outcome = null;
    int stream = session.nextStream(in);
    while (stream != WireDriver.Session.INCOMPLETE) {
      if (stream == WireDriver.Session.BROKEN) {
        throw new AssertionError(session.failure());
      }
      if (stream >= 0) {
        outcome = codecs[stream].decode(session.frame());
      }
      stream = session.nextStream(in);
    }
    if (outcome == null) {
      throw new AssertionError("no outcome");
    }
  }
}
