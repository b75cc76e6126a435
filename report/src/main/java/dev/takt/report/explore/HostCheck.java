package dev.takt.report.explore;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.ServedPage;
import dev.takt.runs.serve.OwnHost;
import java.net.InetSocketAddress;
import java.util.List;

/// Rejects requests whose `Host` is not this server's own (protection against DNS rebinding) or
/// whose method is not GET or HEAD.
final class HostCheck {

  private final OwnHost own;

  /// @param bound the address that the server listens on
  HostCheck(InetSocketAddress bound) {
    own = new OwnHost(bound);
  }

  /// Sets the security headers of the response and checks the request.
  void check(HttpExchange exchange) throws HttpError {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Security-Policy", ServedPage.POLICY + "; frame-ancestors 'none'");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cache-Control", "no-store");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    if (!own.matches(exchange.getRequestHeaders().getOrDefault("Host", List.of()))) {
      throw new HttpError(
          403, "This is Takt's explorer. Use the address that it printed at its start.");
    }
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      headers.set("Allow", "GET, HEAD");
      throw new HttpError(405, "Only GET and HEAD are allowed; nothing can be changed here.");
    }
  }
}
