package dev.takt.report.explore;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.takt.report.page.ServedPage;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Lets in only requests that a browser on this machine makes for this page.
///
/// A page from elsewhere can make a browser ask a name of its own that leads to this machine (DNS
/// rebinding); such a request names its host, so only known hosts are served.
final class Gate {

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.]+]");

  private final Set<String> hosts = new HashSet<>();
  private final InetAddress bound;
  private final int port;
  private final boolean isOpen;

  /// @param bound the address that the server listens on
  Gate(InetAddress bound, int port) {
    this.bound = bound;
    this.port = port;
    this.isOpen = bound.isAnyLocalAddress();
    for (String each : List.of("localhost", "127.0.0.1", "[::1]", literal(bound))) {
      hosts.add(each);
    }
  }

  private static String literal(InetAddress address) {
    String text = address.getHostAddress().replaceAll("%.*", "");
    return text.contains(":") ? "[" + text + "]" : text;
  }

  /// Sets what every answer has, and refuses what is not meant.
  void check(HttpExchange exchange) throws Refusal {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Security-Policy", ServedPage.POLICY + "; frame-ancestors 'none'");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cache-Control", "no-store");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    List<String> named = exchange.getRequestHeaders().getOrDefault("Host", List.of());
    if (named.size() != 1 || !isKnown(named.getFirst())) {
      throw new Refusal(
          403, "This is Takt's explorer; ask for it by the address that it printed when it began.");
    }
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      headers.set("Allow", "GET, HEAD");
      throw new Refusal(405, "Nothing can be changed here: only GET and HEAD are answered.");
    }
  }

  /// An address in digits cannot be made to lead elsewhere: where the server listens on all of
  /// them, each is fine.
  private boolean isKnown(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    String suffix = ":" + port;
    if (name.endsWith(suffix)) {
      name = name.substring(0, name.length() - suffix.length());
    } else if (port != 80) {
      return false;
    }
    return hosts.contains(name) || (ADDRESS.matcher(name).matches() && (isOpen || isBound(name)));
  }

  /// An address of IPv6 can be written in several ways.
  private boolean isBound(String name) {
    try {
      return InetAddress.ofLiteral(name.replaceAll("[\\[\\]]", "")).equals(bound);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
