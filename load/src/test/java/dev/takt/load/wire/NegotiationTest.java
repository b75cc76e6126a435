package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver.Tls;
import dev.takt.load.tls.TestKeys;
import dev.takt.load.tls.TlsOptions;
import dev.takt.load.wire.FrameDriver.Frame;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The choice of a protocol by ALPN.
@Timeout(60)
class NegotiationTest extends EachTransport {

  private static void echo(TestServer.Peer peer) throws IOException {
    while (true) {
      Frame.send(peer, Frame.read(peer));
    }
  }

  private static TestServer choosing(String... protocols) throws Exception {
    return TestServer.choosing(NegotiationTest::echo, TestKeys.shared().serverContext(), protocols);
  }

  private static FrameDriver offering(TestServer server, String... protocols) throws Exception {
    String authority = TestKeys.shared().certificate("ca").toString();
    Tls tls = TlsOptions.of(Map.of("cacert", authority)).tls("localhost");
    return new FrameDriver(Endpoint.of(server.address(), tls.offering(List.of(protocols))), 2, 1);
  }

  @Test
  void theServerChoosesOfWhatIsOffered() throws Exception {
    try (TestServer server = choosing(FrameDriver.PROTOCOL, "other");
        Caller caller = caller(offering(server, "other", FrameDriver.PROTOCOL), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
    }
    try (TestServer server = choosing("other", FrameDriver.PROTOCOL)) {
      assertThatThrownBy(() -> caller(offering(server, FrameDriver.PROTOCOL, "other"), 1))
          .hasMessage("cannot connect to frames: negotiated <other>");
    }
  }

  @Test
  void aServerThatChoosesNothingIsSeen() throws Exception {
    try (TestServer server = choosing()) {
      assertThatThrownBy(() -> caller(offering(server, FrameDriver.PROTOCOL), 1))
          .hasMessage("cannot connect to frames: negotiated <>");
      Caller plain = caller(offering(server), 1);
      try (plain) {
        assertThat(plain.call(0, 1)).as("nothing was offered").isEqualTo(Outcome.OK);
      }
    }
  }

  @Test
  void nothingInCommonEndsTheHandshake() throws Exception {
    try (TestServer server = choosing("other")) {
      assertThatThrownBy(() -> caller(offering(server, FrameDriver.PROTOCOL, "h9"), 1))
          .hasMessage(
              "cannot connect to frames: TLS: the target speaks no frames and no h9 (ALPN)");
    }
  }

  /// Else the connection is read as long as anything arrives, while the others wait.
  @Test
  void aConnectionThatReceivesMuchIsReadInParts() throws Exception {
    int frames = 200_000; // 3.4 MB
    TestServer.Behaviour flooding =
        peer -> {
          Frame request = Frame.read(peer);
          Frame[] answer = new Frame[frames];
          Arrays.fill(answer, request.as(FrameDriver.PART));
          answer[frames - 1] = request;
          Frame.send(peer, answer);
          echo(peer);
        };
    try (TestServer server =
        TestServer.choosing(flooding, TestKeys.shared().serverContext(), FrameDriver.PROTOCOL)) {
      FrameDriver driver = offering(server, FrameDriver.PROTOCOL);
      try (Caller caller = caller(driver, 1)) {
        caller.send(0, 1);
        int most = 0;
        while (!caller.ended.containsKey(0)) {
          Thread.sleep(1); // so that there is much to read
          int before = driver.decoded.get();
          caller.transport.poll(System.nanoTime() + 1_000_000_000, caller);
          most = Math.max(most, driver.decoded.get() - before);
        }
        assertThat(caller.ended).containsEntry(0, Outcome.OK);
        assertThat(driver.decoded).hasValue(frames);
        assertThat(most * FrameDriver.FRAME).isBetween(100_000, 600_000);
      }
    }
  }
}
