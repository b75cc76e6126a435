package dev.takt.report.explore;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.ServedPage;
import dev.takt.runs.serve.OwnHost;
import java.net.InetSocketAddress;
import java.util.List;

/// Lets in only requests that a browser on this machine makes for this page.
final class Gate {

  private final OwnHost own;

  /// @param bound what the server listens on
  Gate(InetSocketAddress bound) {
    own = new OwnHost(bound);
  }

  /// Sets what every answer has, and refuses what is not meant.
  void check(HttpExchange exchange) throws Refusal {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Security-Policy", ServedPage.POLICY + "; frame-ancestors 'none'");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cache-Control", "no-store");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    if (!own.isMeantBy(exchange.getRequestHeaders().getOrDefault("Host", List.of()))) {
      throw new Refusal(
          403, "This is Takt's explorer; ask for it by the address that it printed when it began.");
    }
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      headers.set("Allow", "GET, HEAD");
      throw new Refusal(405, "Nothing can be changed here: only GET and HEAD are answered.");
    }
  }
}
