package dev.takt.load.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.tls.TestKeys;
import dev.takt.load.tls.TlsOptions;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A server with a private authority, which requires client certificates of that authority.
@Timeout(60)
class ClientCertificateTest extends EachTransport {

  private static TestKeys keys;
  private static SSLContext context;

  @BeforeAll
  static void makeKeys() throws Exception {
    keys = TestKeys.shared();
    context = keys.serverContext();
  }

  private static TestServer server() {
    return TestServer.wantingCertificates(TestServer.echoing(8, 8), context);
  }

  private Outcome call(TestServer server, String host, Map<String, Object> properties)
      throws Exception {
    FixedLengthDriver driver = FixedLengthDriver.to(server.address(), 8, 8);
    try (Caller caller = caller(driver.over(TlsOptions.of(properties).tls(host)), 1)) {
      return caller.call(0, 1);
    }
  }

  private static Map<String, Object> pem(String client) throws Exception {
    return Map.of(
        "cacert", keys.certificate("ca").toString(),
        "cert", keys.certificate(client).toString(),
        "key", keys.keyFile(client).toString());
  }

  @Test
  void certificateAndAuthorityOfFilesAreUsed() throws Exception {
    try (TestServer server = server()) {
      assertThat(call(server, "localhost", pem("client"))).isEqualTo(Outcome.OK);
      assertThat(
              call(
                  server,
                  "localhost",
                  Map.of(
                      "cacert", keys.certificate("ca").toString(),
                      "tls-keystore", keys.keyStore("client").toString(),
                      "tls-keystore-password", TestKeys.PASSWORD)))
          .isEqualTo(Outcome.OK);
    }
  }

  @Test
  void authoritiesOfAStoreAreUsed() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 8), context)) {
      assertThat(call(server, "localhost", trusting("ca"))).isEqualTo(Outcome.OK);
      assertThatThrownBy(() -> call(server, "localhost", trusting("stranger")))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("not of an authority in --cacert or --tls-truststore");
    }
  }

  private static Map<String, Object> trusting(String authority) throws Exception {
    return Map.of(
        "tls-truststore",
        keys.trustStore(authority).toString(),
        "tls-truststore-password",
        TestKeys.PASSWORD);
  }

  @Test
  void missingCertificateFailsWithTheFlagThatNamesIt() throws Exception {
    try (TestServer server = server()) {
      Map<String, Object> none = Map.of("cacert", keys.certificate("ca").toString());
      assertThat(call(server, "localhost", none).label()).contains("wants a certificate", "--cert");
    }
  }

  @Test
  void certificateOfAnotherAuthorityIsShownAndRefusedByTheServer() throws Exception {
    try (TestServer server = server()) {
      assertThat(call(server, "localhost", pem("stranger")).label()).startsWith("TLS: ");
    }
  }

  @Test
  void serverOfAnUnknownAuthorityIsRefused() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 8), context)) {
      assertThatThrownBy(() -> call(server, "localhost", Map.of()))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("not trusted")
          .hasMessageContaining("--cacert FILE")
          .hasMessageContaining("--insecure");
      Map<String, Object> other = Map.of("cacert", keys.certificate("stranger").toString());
      assertThatThrownBy(() -> call(server, "localhost", other))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("not of an authority in --cacert");
      assertThat(call(server, "localhost", Map.of("insecure", true))).isEqualTo(Outcome.OK);
    }
  }

  @Test
  void nameWithAnUnderscoreIsChecked() throws Exception {
    try (TestServer server = new TestServer(TestServer.echoing(8, 8), context)) {
      Map<String, Object> authority = Map.of("cacert", keys.certificate("ca").toString());
      assertThat(call(server, "my_service.example.test", authority)).isEqualTo(Outcome.OK);
      assertThatThrownBy(() -> call(server, "my_service.example.org", authority))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("my_service.example.org");
      assertThatThrownBy(() -> call(server, "other.example", authority))
          .isInstanceOf(DriverException.class)
          .hasMessageContaining("other.example");
    }
  }
}
