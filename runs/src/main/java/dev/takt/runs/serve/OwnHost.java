package dev.takt.runs.serve;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Checks by the `Host` header whether a request was made for this server.
///
/// A web page can make a browser request a name that the page's owner resolves to this machine (DNS
/// rebinding). Such a request has that name in its `Host` header, so only known hosts are served.
/// Immutable and thread-safe.
public final class OwnHost {

  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.]+]");
  private static final int PORT_OF_HTTP = 80;

  private final Set<String> names = new HashSet<>();
  private final InetAddress bound;
  private final int port;

  /// @param bound the address and port that the server listens on
  public OwnHost(InetSocketAddress bound) {
    this.bound = bound.getAddress();
    this.port = bound.getPort();
    names.addAll(List.of("localhost", "127.0.0.1", "[::1]", literal(this.bound)));
  }

  /// Formats an address for a URL, without its scope id.
  public static String literal(InetAddress address) {
    String text = address.getHostAddress().replaceAll("%.*", "");
    return text.contains(":") ? "[" + text + "]" : text;
  }

  /// Whether a request is for this server.
  ///
  /// @param hosts all `Host` headers of the request; there must be exactly one
  public boolean matches(List<String> hosts) {
    return hosts.size() == 1 && isKnown(hosts.getFirst().toLowerCase(Locale.ROOT));
  }

  /// A numeric address cannot be rebound. If the server listens on all addresses, each one is
  /// accepted.
  private boolean isKnown(String host) {
    String suffix = ":" + port;
    if (!host.endsWith(suffix) && port != PORT_OF_HTTP) {
      return false;
    }
    String name = host.endsWith(suffix) ? host.substring(0, host.length() - suffix.length()) : host;
    return names.contains(name)
        || (ADDRESS.matcher(name).matches() && (bound.isAnyLocalAddress() || isBound(name)));
  }

  /// Compares parsed addresses, since an IPv6 address has several notations.
  private boolean isBound(String name) {
    try {
      return InetAddress.ofLiteral(name.replaceAll("[\\[\\]]", "")).equals(bound);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
