package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver.Tls;
import dev.takt.testing.ServerCertificate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TlsTest extends EachTransport {

  @TempDir private static Path directory;
  private static SSLContext serverContext;
  private static SSLContext trusting;

  @BeforeAll
  static void makeCertificate() throws Exception {
    ServerCertificate certificate = ServerCertificate.in(directory);
    serverContext = certificate.context();
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(certificate.keys());
    trusting = SSLContext.getInstance("TLS");
    trusting.init(null, trust.getTrustManagers(), null);
  }

  private static FixedLengthDriver driver(TestServer server, int request, int answer) {
    return FixedLengthDriver.to(server.address(), request, answer)
        .over(new Tls(trusting, "localhost", true));
  }

  @ParameterizedTest
  @CsvSource({"8, 8", "100, 16384", "16384, 16385", "100000, 300000", "3000000, 2000000"})
  void carriesMessagesOfAnySize(int request, int answer) throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(request, answer), serverContext);
        Caller caller = caller(driver(server, request, answer), 2)) {
      for (int n = 0; n < 6; n++) {
        assertThat(caller.call(n % 2, n)).isEqualTo(Outcome.OK);
      }
      assertThat(server.connections).hasValue(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 20_000, 500_000})
  void growsForACodecThatWaitsForTheWholeAnswer(int answer) throws Exception {
    try (TestServer server =
            new TestServer(
                peer -> {
                  while (true) {
                    byte[] bytes = TestServer.Peer.answerTo(peer.request(8), answer);
                    // A small record first, so that no later one begins with an empty buffer.
                    peer.send(bytes, 0, 50);
                    peer.send(bytes, 50, answer - 50);
                  }
                },
                serverContext);
        Caller caller = caller(driver(server, 8, answer).lazy(), 1)) {
      for (int n = 0; n < 3; n++) {
        assertThat(caller.call(0, n)).isEqualTo(Outcome.OK);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"8, 8", "100, 16384", "100000, 300000"})
  void carriesSeveralOperationsAtOnce(int request, int answer) throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(request, answer), serverContext);
        Caller caller = caller(new Pipelined(driver(server, request, answer), 4), 1)) {
      for (int round = 0; round < 3; round++) {
        for (int slot = 0; slot < 4; slot++) {
          caller.send(slot, 10L * round + slot);
        }
        for (int slot = 0; slot < 4; slot++) {
          assertThat(caller.await(slot)).isEqualTo(Outcome.OK);
        }
      }
      assertThat(server.connections).hasValue(1);
    }
  }

  @Test
  void redialsWhatWasClosed() throws Exception {
    Semaphore closed = new Semaphore(0);
    try (TestServer server =
            new TestServer(
                peer -> {
                  peer.answer(peer.request(8), 8);
                  closed.release();
                },
                serverContext);
        Caller caller = caller(driver(server, 8, 8).repeating(), 1)) {
      for (int n = 0; n < 4; n++) {
        assertThat(caller.call(0, n)).isEqualTo(Outcome.OK);
        closed.acquire();
        if (n % 2 == 0) {
          caller.idle(30_000_000);
        }
      }
    }
  }

  @Test
  void aCloseInMidAnswerIsAFailure() throws Exception {
    try (TestServer server =
            new TestServer(
                peer -> peer.send(TestServer.Peer.answerTo(peer.request(8), 20), 0, 10),
                serverContext);
        Caller caller = caller(driver(server, 8, 20), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(SocketErrors.CLOSED_IN_ANSWER);
    }
  }

  @Test
  void endOfTlsIsTheEndAlsoWhileTheSocketStaysOpen() throws Exception {
    try (TestServer server =
            new TestServer(
                peer -> {
                  peer.send(TestServer.Peer.answerTo(peer.request(8), 20), 0, 10);
                  peer.endOutput();
                  var _ = peer.in().read();
                },
                serverContext);
        Caller caller = caller(driver(server, 8, 20), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(SocketErrors.CLOSED_IN_ANSWER);
    }
  }

  @Test
  void plainTextServerFailsTlsConnect() {
    try (TestServer server =
        new TestServer(peer -> {
          byte[] text = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
          peer.send(text, 0, text.length);
          Thread.sleep(1000);
        })) {
      assertThatThrownBy(() -> connect(driver(server, 8, 8), 2))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("TLS: ");
    }
  }

  @Test
  void aServerThatBeginsToSpeakPlainTextIsCounted() throws Exception {
    try (TestServer server =
            new TestServer(
                peer -> {
                  peer.answer(peer.request(8), 8);
                },
                serverContext);
        Caller caller = caller(driver(server, 8, 8), 1)) {
      assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      caller.idle(30_000_000);
      var address = server.address();
      server.close();
      try (TestServer plain =
          new TestServer(
              peer -> {
                peer.send(new byte[100], 0, 100);
                Thread.sleep(1000);
              },
              null,
              address)) {
        assertThat(plain.address()).isEqualTo(address);
        assertThat(caller.call(0, 2).label()).startsWith("TLS: ");
        assertThat(caller.call(0, 3).label()).startsWith("TLS: ");
      }
    }
  }

  @Test
  void untrustedCertificateFailsConnect() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 8), serverContext)) {
      FixedLengthDriver distrusting =
          FixedLengthDriver.to(server.address(), 8, 8)
              .over(new Tls(SSLContext.getDefault(), "localhost", true));
      assertThatThrownBy(() -> connect(distrusting, 1))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("TLS: ")
          .hasMessageContaining("certification path");
    }
  }

  @Test
  void aCertificateForAnotherNameIsRefusedUnlessNamesAreNotChecked() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 8), serverContext)) {
      FixedLengthDriver plain = FixedLengthDriver.to(server.address(), 8, 8);
      assertThatThrownBy(() -> connect(plain.over(new Tls(trusting, "other.example", true)), 1))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("other.example");
      try (Caller caller = caller(plain.over(new Tls(trusting, "other.example", false)), 1)) {
        assertThat(caller.call(0, 1)).isEqualTo(Outcome.OK);
      }
    }
  }
}
