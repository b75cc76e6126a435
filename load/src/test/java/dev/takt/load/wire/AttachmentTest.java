package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.tls.TestKeys;
import dev.takt.load.tls.TlsOptions;
import dev.takt.testing.Timing;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Requests whose end is sent without being copied.
@Timeout(60)
class AttachmentTest extends EachTransport {

  private static final byte END = '\n';

  /// A request is 8 bytes and the attachment; an answer is a line.
  private record Attaching(Endpoint endpoint, MemorySegment attachment) implements WireDriver {

    @Override
    public Session newSession() {
      return stream -> new LineCodec(attachment);
    }

    @Override
    public ByteBuffer sampleAnswer(int operation) {
      return ByteBuffer.wrap(new byte[] {END});
    }

    @Override
    public boolean isRepeatable(int operation) {
      return true;
    }

    @Override
    public String describe() {
      return "a test server";
    }

    @Override
    public void close() {}
  }

  private record LineCodec(MemorySegment segment) implements WireDriver.Codec {

    @Override
    public void encode(int operation, long n, ByteBuffer out) {
      out.putLong(n);
    }

    @Override
    public MemorySegment attachment() {
      return segment;
    }

    @Override
    public @Nullable Outcome decode(ByteBuffer in) {
      StringBuilder line = new StringBuilder();
      while (in.hasRemaining()) {
        byte b = in.get();
        if (b == END) {
          return line.isEmpty() ? Outcome.OK : Outcome.failed(line.toString());
        }
        line.append((char) b);
      }
      return null;
    }

    @Override
    public void reset() {}
  }

  private static MemorySegment pattern(long size) {
    MemorySegment segment = Arena.ofAuto().allocate(size);
    for (long i = 0; i < size; i++) {
      segment.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 12)));
    }
    return segment;
  }

  /// Answers when everything has arrived, and reports what is wrong with it.
  private static TestServer.Behaviour checking(MemorySegment expected) {
    return peer -> {
      while (true) {
        long n = peer.request(8);
        byte[] bytes = peer.in().readNBytes((int) expected.byteSize());
        boolean isRight = MemorySegment.ofArray(bytes).mismatch(expected) == -1;
        line(peer, isRight ? "" : "wrong bytes in request " + n);
      }
    };
  }

  private static void line(TestServer.Peer peer, String text) throws IOException {
    byte[] bytes = (text + (char) END).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    peer.send(bytes, 0, bytes.length);
  }

  private static Attaching to(TestServer server, MemorySegment attachment) {
    return new Attaching(Endpoint.of(server.address(), null), attachment);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1000, 70_000, 5_000_000})
  void isSentAsItIsEachTime(int size) throws Exception {
    MemorySegment body = pattern(size);
    try (TestServer server = new TestServer(checking(body));
        Caller caller = caller(to(server, body), 2)) {
      for (int round = 0; round < 3; round++) {
        caller.send(0, round);
        caller.send(1, round);
        assertThat(caller.await(0)).isEqualTo(Outcome.OK);
        assertThat(caller.await(1)).isEqualTo(Outcome.OK);
      }
      assertThat(server.connections).hasValue(2);
    }
  }

  @Test
  void isSentOverTls() throws Exception {
    TestKeys keys = TestKeys.shared();
    MemorySegment body = pattern(3_000_000);
    try (TestServer server = new TestServer(checking(body), keys.serverContext())) {
      var tls = TlsOptions.of(Map.of("cacert", keys.certificate("ca").toString())).tls("localhost");
      Attaching driver = new Attaching(Endpoint.of(server.address(), tls), body);
      try (Caller caller = caller(driver, 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
        assertThat(caller.call(0, 2)).isEqualTo(Outcome.OK);
      }
    }
  }

  @Test
  void largerThanTheLargestBufferIsSent() throws Exception {
    long size = Connection.MAX_MESSAGE_BYTES + 5_000_000L;
    MemorySegment body = Arena.ofAuto().allocate(size);
    try (TestServer server =
            new TestServer(peer -> {
              var _ = peer.request(8);
              skip(peer.in(), size);
              line(peer, "");
            });
        Caller caller = caller(to(server, body), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
    }
  }

  private static void skip(InputStream in, long bytes) throws IOException {
    byte[] buffer = new byte[1 << 20];
    for (long left = bytes; left > 0; ) {
      int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
      if (read < 0) {
        throw new IOException("cut off");
      }
      left -= read;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stays open", "closes", "resets", "resets at once"})
  void answerBeforeTheEndIsReadAndTheConnectionClosed(String then) throws Exception {
    MemorySegment body = pattern(20_000_000);
    try (TestServer server =
            new TestServer(peer -> {
              var _ = peer.request(8);
              line(peer, "too large");
              if (then.equals("stays open")) {
                // Reads no more until the client abandons the request.
                Thread.sleep(200);
                skip(peer.in(), Long.MAX_VALUE);
              } else if (then.startsWith("resets")) {
                Thread.sleep(then.equals("resets") ? 50 : 0);
                peer.resetOnClose();
              }
            });
        Caller caller = caller(to(server, body), 1)) {
      int calls =
          then.equals("resets at once") ? 200 : 3; // the reset sometimes overtakes the first bytes
      for (int n = 0; n < calls; n++) {
        assertThat(caller.call(0, n).label()).isEqualTo("too large");
      }
      assertThat(server.connections).hasValue(calls);
    }
  }

  @Timing
  @Test
  void slowReaderDoesNotKeepOthersWaiting() throws Exception {
    MemorySegment body = pattern(20_000_000);
    try (TestServer server =
            new TestServer(peer -> {
              var _ = peer.request(8);
              if (peer.number == 0) {
                Thread.sleep(2_000);
              }
              skip(peer.in(), body.byteSize());
              line(peer, "");
            });
        Caller caller = caller(to(server, body), 2)) {
      caller.send(0, 1);
      caller.send(1, 2);
      int first = caller.awaitAny();
      assertThat(caller.ended.get(first)).isEqualTo(Outcome.OK);
      assertThat(caller.ended).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void fileThatHasBecomeShorterIsAFailure(boolean secure, @TempDir Path folder) throws Exception {
    Path file = folder.resolve("body");
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var _ = channel.write(pattern(3_000_000).asByteBuffer());
      MemorySegment mapped =
          channel.map(FileChannel.MapMode.READ_ONLY, 0, 3_000_000, Arena.ofAuto());
      TestKeys keys = TestKeys.shared();
      try (TestServer server =
          secure
              ? new TestServer(checking(mapped), keys.serverContext())
              : new TestServer(checking(mapped))) {
        var tls = secure ? TlsOptions.of(Map.of("insecure", true)).tls("localhost") : null;
        Attaching driver = new Attaching(Endpoint.of(server.address(), tls), mapped);
        try (Caller caller = caller(driver, 1)) {
          assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
          var _ = channel.truncate(100_000);
          assertThat(caller.call(0, 2).label()).isEqualTo("the file to send has become shorter");
        }
      }
    }
  }

  @Test
  void isNotSentToItself() {
    MemorySegment body = pattern(5_000_000);
    Attaching driver = new Attaching(Endpoint.of(new java.net.InetSocketAddress(1), null), body);
    try (Caller caller = callerOfItself(driver, 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
    }
  }
}
