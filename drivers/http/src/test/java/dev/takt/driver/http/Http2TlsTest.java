package dev.takt.driver.http;

import static dev.takt.driver.http.Http2Server.head;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.takt.driver.http.Http2Server.Request;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.wire.WireTransport;
import dev.takt.testing.ServerCertificate;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which version of HTTP is used over TLS, as servers choose it by ALPN.
@Timeout(60)
class Http2TlsTest {

  private static final String H2 = "h2";
  private static final String HTTP_1_1 = "http/1.1";

  private static SSLContext tls;

  @TempDir private static Path folder;

  @BeforeAll
  static void createCertificate() throws Exception {
    tls = ServerCertificate.in(folder).context();
  }

  private static WireDriver open(String url, String version, Map<String, Object> more)
      throws DriverException {
    Map<String, Object> properties = new HashMap<>(more);
    properties.put("http", version);
    properties.put("insecure", true);
    return HttpDriver.open(Requests.of(url, properties, Map.of(), folder));
  }

  private static DriverException refusal(String url, String version) {
    return catchThrowableOfType(DriverException.class, () -> open(url, version, Map.of()).close());
  }

  private static Outcome call(WireDriver driver) throws DriverException {
    try (WireTransport transport = WireTransport.connect(driver, 1)) {
      return OneCall.on(transport, 50);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "2"})
  void http2IsUsedIfTheServerChoosesIt(String version) throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo, tls, H2, HTTP_1_1)) {
      WireDriver driver = open(server.url("/a"), version, Map.of("streams", 3L));
      assertThat(driver.describe()).endsWith(", HTTP/2 with 3 streams on a connection");
      assertThat(call(driver)).isEqualTo(Outcome.ok(200));
      assertThat(server.requests)
          .singleElement()
          .satisfies(each ->
              assertThat(each.fields())
                  .contains(":scheme=https", ":path=/a", ":authority=127.0.0.1:" + server.port()));
    }
  }

  /// After the first connection, the server would choose HTTP/2, as another one behind a balancer.
  @Test
  void autoOffersHttp2OnlyUntilTheServerHasChosen() throws Exception {
    try (AlpnServer server = new AlpnServer(tls, (number, _) -> number == 0 ? HTTP_1_1 : H2)) {
      WireDriver driver = open(server.url(), "auto", Map.of());
      assertThat(driver.describe()).isEqualTo(server.url().substring(0, server.url().length() - 1));
      assertThat(driver.pipelining()).isEqualTo(1);
      assertThat(call(driver)).isEqualTo(Outcome.ok(200));
      assertThat(server.offers).containsExactly(List.of(H2, HTTP_1_1), List.of());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "2"})
  void aServerThatAllowsNoStreamsIsNamed(String version) throws Exception {
    try (Http2Server server = new Http2Server(Http2Server::echo, tls, H2)) {
      server.settings.put(Http2Server.MAX_CONCURRENT_STREAMS, 0);
      assertThat(refusal(server.url("/"), version))
          .hasMessage(
              "https://127.0.0.1:"
                  + server.port()
                  + " allows no streams on a connection of HTTP/2; --http 1.1 uses HTTP/1.1")
          .returns(true, DriverException::isDefinite);
    }
  }

  @Test
  void aServerThatDoesNotChooseHttp2IsNamed() throws Exception {
    try (AlpnServer server = new AlpnServer(tls, (_, _) -> HTTP_1_1)) {
      assertThat(refusal(server.url(), "2"))
          .hasMessageEndingWith(
              ": the server does not offer HTTP/2 (ALPN); --http auto uses what the server has")
          .returns(true, DriverException::isDefinite);
    }
  }

  /// Auto would choose the same: nothing is advised.
  @ParameterizedTest
  @ValueSource(strings = {"auto", "2"})
  void aServerThatDoesNotSpeakWhatItHasChosenIsNamed(String version) throws Exception {
    try (AlpnServer server = new AlpnServer(tls, (_, _) -> H2)) {
      assertThat(refusal(server.url(), version))
          .hasMessageEndingWith(": the server does not speak HTTP/2")
          .returns(true, DriverException::isDefinite);
    }
  }

  @Test
  void aServerThatIsNotThereMayComeLater() {
    assertThat(refusal("https://127.0.0.1:1/", "2")).returns(false, DriverException::isDefinite);
  }

  @Test
  void aRedirectToTlsHasTheSchemeOfItsPlace() throws Exception {
    try (Http2Server secure = new Http2Server(Http2Server::echo, tls, H2);
        Http2Server home =
            new Http2Server(peer -> {
              while (true) {
                peer.send(head(peer.next().stream(), 301, true, "location", secure.url("/there")));
              }
            })) {
      WireDriver driver = open(home.url("/here"), "2", Map.of("follow-redirects", true));
      try (WireTransport transport = WireTransport.connect(driver, 1)) {
        assertThat(OneCall.on(transport, 50)).isEqualTo(Outcome.ok(200));
        assertThat(OneCall.on(transport, 50)).isEqualTo(Outcome.ok(200));
      }
      assertThat(schemes(home)).containsExactly("http /here", "http /here");
      assertThat(schemes(secure)).containsExactly("https /there", "https /there");
    }
  }

  private static List<String> schemes(Http2Server server) {
    return server.requests.stream()
        .map((Request each) -> each.field(":scheme") + " " + each.field(":path"))
        .toList();
  }
}
