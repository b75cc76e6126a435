package dev.takt.driver.cql;

import dev.takt.load.driver.TargetUrl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The parts of a target: `cql://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]]…[/KEYSPACE]`.
///
/// @param tls whether the scheme is `cqls`
/// @param nodes at least one, with hosts and ports
/// @param credentials null if the target has none
/// @param keyspace null if the target has none
record CqlTarget(
    boolean tls, List<Node> nodes, @Nullable Credentials credentials, @Nullable String keyspace) {

  static final String EMBEDDED = "cassandra:embedded";
  static final String FORM = "cql[s]://HOST[:PORT][,HOST…][/KEYSPACE]";

  static final int DEFAULT_PORT = 9042;

  private static final String SCHEME = "cql";
  private static final String SECURE_SCHEME = "cqls";
  private static final int MAX_KEYSPACE_LENGTH = 48;

  /// A node to connect to first.
  record Node(String host, int port) {

    @Override
    public String toString() {
      return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /// The name that a certificate must match: the host without a zone.
    String certificateName() {
      int zone = host.indexOf('%');
      return zone < 0 ? host : host.substring(0, zone);
    }
  }

  static boolean isTarget(String target) {
    return target.equals(EMBEDDED)
        || TargetUrl.hasScheme(target, SCHEME)
        || TargetUrl.hasScheme(target, SECURE_SCHEME);
  }

  /// @throws IllegalArgumentException with the invalid part; never with the password
  static CqlTarget parse(String target) {
    int begin = target.indexOf("://") + "://".length();
    int slash = target.indexOf('/', begin);
    String path = slash < 0 ? "" : target.substring(slash);
    String authority = target.substring(begin, slash < 0 ? target.length() : slash);
    int at = authority.lastIndexOf('@');
    String access = authority.substring(0, at + 1);
    List<Node> nodes = new ArrayList<>();
    TargetUrl url = null;
    for (String host : authority.substring(at + 1).split(",", -1)) {
      url = TargetUrl.parse(target.substring(0, begin) + access + host + path);
      if (url.host().isEmpty()) {
        throw new IllegalArgumentException("expected a host after " + url.scheme() + "://");
      }
      nodes.add(new Node(url.host(), url.port() < 0 ? DEFAULT_PORT : url.port()));
    }
    return new CqlTarget(
        TargetUrl.hasScheme(target, SECURE_SCHEME),
        List.copyOf(nodes),
        credentials(url),
        keyspace(url));
  }

  private static @Nullable Credentials credentials(@Nullable TargetUrl url) {
    if (url == null || url.user() == null) {
      return null;
    }
    if (url.password() == null) {
      throw new IllegalArgumentException("expected USER:PASSWORD before the @ of the target");
    }
    return new Credentials(url.user(), url.password());
  }

  private static @Nullable String keyspace(@Nullable TargetUrl url) {
    if (url == null || url.path().length() < 2) {
      return null;
    }
    String name = TargetUrl.decode(url.path().substring(1));
    if (url.query() != null || name.length() > MAX_KEYSPACE_LENGTH || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException(
          "expected nothing but a keyspace after the host: cql://HOST/shop");
    }
    return name;
  }

  /// Omits the password.
  @Override
  public String toString() {
    return (tls ? SECURE_SCHEME : SCHEME)
        + "://"
        + String.join(",", nodes.stream().map(Node::toString).toList())
        + (keyspace == null ? "" : "/" + keyspace);
  }
}
