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
}
