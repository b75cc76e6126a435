package dev.takt.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.takt.load.config.ExportSettings;
import dev.takt.runs.serve.OwnHost;
import dev.takt.runs.text.MachineText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The HTTP endpoint that Prometheus scrapes: `/metrics` at an address of this machine.
///
/// Each request has a virtual thread of its own, so a slow client does not delay the others.
final class PrometheusEndpoint implements AutoCloseable {

  private static final String PATH = "/metrics";
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;
  private static final int BACKLOG = 16;
  private static final Set<String> METHODS = Set.of("GET", "HEAD");

  private final HttpServer server;
  private final OwnHost ownHost;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Supplier<MetricsSnapshot> newest;
  private final CountDownLatch lastScrape = new CountDownLatch(1);

  private PrometheusEndpoint(HttpServer server, Supplier<MetricsSnapshot> newest) {
    this.server = server;
    this.ownHost = new OwnHost(server.getAddress());
    this.newest = newest;
  }

  /// Starts listening.
  ///
  /// @throws IOException with a message for people, if that fails
  static PrometheusEndpoint open(ExportSettings.Endpoint at, Supplier<MetricsSnapshot> newest)
      throws IOException {
    InetSocketAddress address = new InetSocketAddress(at.host(), at.port());
    if (address.isUnresolved()) {
      throw new IOException(
          "cannot listen on " + at + " for --prometheus: the host name cannot be resolved");
    }
    try {
      PrometheusEndpoint endpoint =
          new PrometheusEndpoint(HttpServer.create(address, BACKLOG), newest);
      endpoint.start();
      return endpoint;
    } catch (IOException e) {
      throw new IOException(
          MachineText.format(
              "cannot listen on %s for --prometheus: %s; is the port in use, or the address not local?",
              at, e.getMessage()),
          e);
    }
  }

  private void start() {
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /// The URL to scrape.
  String url() {
    InetSocketAddress address = server.getAddress();
    return MachineText.format(
        "http://%s:%d%s", OwnHost.literal(address.getAddress()), address.getPort(), PATH);
  }

  /// Whether only this machine can reach the endpoint.
  boolean isLoopback() {
    return server.getAddress().getAddress().isLoopbackAddress();
  }

  /// Waits until the figures of the end of the run were scraped, or the time is over.
  void awaitLastScrape(Duration longest) throws InterruptedException {
    boolean _ = lastScrape.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  /// Ends [#awaitLastScrape] at once. Thread-safe.
  void stopWaiting() {
    lastScrape.countDown();
  }

  private void answer(HttpExchange exchange) throws IOException {
    MetricsSnapshot figures = newest.get();
    boolean isScrape;
    try (exchange) {
      isScrape = answer(exchange, figures);
    }
    // Only after the whole answer was sent: the waiting thread stops the server next.
    if (isScrape && figures.isLast()) {
      lastScrape.countDown();
    }
  }

  private boolean answer(HttpExchange exchange, MetricsSnapshot figures) throws IOException {
    String method = exchange.getRequestMethod();
    if (!isKnownHost(exchange)) {
      // DNS rebinding: a page of another site, in a local browser, under a name that resolves here.
      text(
          exchange,
          FORBIDDEN,
          "this endpoint is for this machine only: use the address that Takt printed\n");
    } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
      text(exchange, NOT_FOUND, "the metrics are at " + PATH + "\n");
    } else if (!METHODS.contains(method)) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      text(exchange, NOT_ALLOWED, "only GET and HEAD are supported\n");
    } else {
      List<String> accepts = exchange.getRequestHeaders().get("Accept");
      Exposition exposition =
          Exposition.negotiate(accepts == null ? "" : String.join(",", accepts));
      send(exchange, OK, exposition.contentType(), exposition.format(MetricFamilies.of(figures)));
      return method.equals("GET");
    }
    return false;
  }

  private static void text(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    send(exchange, status, "text/plain; charset=utf-8", body);
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(status, -1);
    } else {
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /// On loopback, only names of this machine are allowed. On other addresses all are: by which name
  /// a client reaches them is unknown.
  private boolean isKnownHost(HttpExchange exchange) {
    return !isLoopback()
        || ownHost.matches(exchange.getRequestHeaders().getOrDefault("Host", List.of()));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
