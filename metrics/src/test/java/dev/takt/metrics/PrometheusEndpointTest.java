package dev.takt.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.load.config.ExportSettings.Endpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class PrometheusEndpointTest {

  private final LiveMetrics metrics = new LiveMetrics(Recorded.FACTS);
  private PrometheusEndpoint endpoint;

  @BeforeEach
  void open() throws IOException {
    endpoint = PrometheusEndpoint.open(new Endpoint("127.0.0.1", 0), metrics::newest);
  }

  @AfterEach
  void close() {
    endpoint.close();
  }

  private String ask(String request, String... headers) throws IOException {
    URI url = URI.create(endpoint.url());
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
      String all = request + " HTTP/1.1\r\nConnection: close\r\n" + String.join("\r\n", headers);
      String sent = all.replace("PORT", "" + url.getPort()) + "\r\n\r\n";
      socket.getOutputStream().write(sent.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''                                                       | text/plain; version=0.0.4
          */*                                                      | text/plain; version=0.0.4
          text/html                                                | text/plain; version=0.0.4
          application/openmetrics-text                             | application/openmetrics-text; version=1.0.0
          application/openmetrics-text;version=2.0.0               | text/plain; version=0.0.4
          text/plain;q=0.5,application/openmetrics-text;version="1.0.0";q=0.6 | application/openmetrics-text; version=1.0.0
          application/openmetrics-text;q=0.5,text/plain;q=0.6      | text/plain; version=0.0.4
          application/vnd.google.protobuf                          | text/plain; version=0.0.4
          application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited,application/openmetrics-text;version=1.0.0;q=0.8,text/plain;q=0.4,*/*;q=0.1 | application/vnd.google.protobuf
          text/plain;q=x,application/openmetrics-text;q=0          | text/plain; version=0.0.4
          """)
  void formatIsTheOnePreferredByTheClient(String accept, String contentType) throws IOException {
    String answer = ask("GET /metrics", "Host: localhost:PORT", "Accept: " + accept);

    assertThat(answer)
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("Content-type: " + contentType);
  }

  @ParameterizedTest
  @CsvSource({
    "GET /, 127.0.0.1:PORT, 404",
    "GET /metrics/x, 127.0.0.1:PORT, 404",
    "POST /metrics, 127.0.0.1:PORT, 405",
    "GET /metrics, evil.example:PORT, 403",
    "GET /metrics, localhost.evil.example:PORT, 403",
    "GET /metrics, 127.0.0.1:1, 403",
    "GET /metrics, LocalHost:PORT, 200",
    "GET /metrics?x=y, 127.0.0.1:PORT, 200",
    "HEAD /metrics, [::1]:PORT, 200"
  })
  void requestsForOtherPathsMethodsAndHostsAreRefused(String request, String host, int status)
      throws IOException {
    assertThat(ask(request, "Host: " + host, "Content-Length: 0"))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void requestMustHaveOneHost() throws IOException {
    assertThat(ask("GET /metrics", "Accept: */*")).startsWith("HTTP/1.1 403 ");
    assertThat(ask("GET /metrics", "Host: localhost:PORT", "Host: localhost:PORT"))
        .startsWith("HTTP/1.1 403 ");
  }

  @Test
  void portInUseIsReported() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Endpoint at = new Endpoint("127.0.0.1", taken.getLocalPort());
      assertThatThrownBy(() -> PrometheusEndpoint.open(at, metrics::newest))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .hasMessageContaining("in use");
    }
  }

  /// A client that never reads does not delay others.
  @Test
  void hangingClientDoesNotDelayOthers() throws IOException {
    URI url = URI.create(endpoint.url());
    try (Socket first = new Socket(InetAddress.getLoopbackAddress(), url.getPort());
        Socket second = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
      first.getOutputStream().write("GET /metr".getBytes(StandardCharsets.UTF_8));
      second.getOutputStream().write('G');
      assertThat(ask("GET /metrics", "Host: localhost:PORT")).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void awaitLastScrapeWaitsForTheLastFigures() throws Exception {
    assertThat(ask("GET /metrics", "Host: localhost:PORT")).contains("takt_build_info");
    Recorded.completed(metrics, "read", 5);
    Recorded.tick(metrics, true, true);
    Thread waiting =
        Thread.ofVirtual()
            .start(() -> {
              try {
                endpoint.awaitLastScrape(Duration.ofSeconds(20));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(waiting.join(Duration.ofMillis(50))).isFalse();
    assertThat(ask("GET /metrics", "Host: localhost:PORT"))
        .contains("takt_operations_total{operation=\"read\",outcome=\"completed\"} 1");
    assertThat(waiting.join(Duration.ofSeconds(10))).isTrue();
  }
}
