package dev.takt.runs.serve;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Knows by the `Host` of a request whether it was made for this server.
///
/// A page from elsewhere can make a browser ask a name of its own that leads to this machine (DNS
/// rebinding); such a request names its host, so only known hosts are served.
///
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

  /// An address as it stands in a URL, without the interface that it belongs to.
  public static String literal(InetAddress address) {
    String text = address.getHostAddress().replaceAll("%.*", "");
    return text.contains(":") ? "[" + text + "]" : text;
  }

  /// Whether a request means this server.
  ///
  /// @param hosts all `Host` headers that it has, of which there must be one
  public boolean isMeantBy(List<String> hosts) {
    return hosts.size() == 1 && isKnown(hosts.getFirst().toLowerCase(Locale.ROOT));
  }

  /// An address in digits cannot be made to lead elsewhere: where the server listens on all of
  /// them, each is fine.
  private boolean isKnown(String host) {
    String suffix = ":" + port;
    if (!host.endsWith(suffix) && port != PORT_OF_HTTP) {
      return false;
    }
    String name = host.endsWith(suffix) ? host.substring(0, host.length() - suffix.length()) : host;
    return names.contains(name)
        || (ADDRESS.matcher(name).matches() && (bound.isAnyLocalAddress() || isBound(name)));
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
