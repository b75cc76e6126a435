package dev.takt.driver.redis;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.TargetUrl;
import dev.takt.load.driver.WireDriver.Tls;
import java.net.UnixDomainSocketAddress;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The parts of a target URL.
///
/// @param host a name or an IP address; empty for a socket
/// @param socket the Unix domain socket to connect to; null for TCP
/// @param user null if the target has none
/// @param password null if the target has none
/// @param database null if the target has none
record RedisTarget(
    boolean tls,
    String host,
    int port,
    @Nullable UnixDomainSocketAddress socket,
    @Nullable String user,
    @Nullable String password,
    @Nullable Integer database) {

  static final String EMBEDDED = "redis:embedded";
  static final String FORM = "redis[s]://HOST[:PORT][/DATABASE], redis+unix:///SOCKET";

  private static final int DEFAULT_PORT = 6379;

  /// Schemes that clients use for a target with a socket: redis-rs, redis-py, Lettuce.
  private static final List<String> SOCKET_SCHEMES =
      List.of("redis+unix", "unix", "redis-socket", "redis+socket");

  /// Parameters that select the database: redis-py, Lettuce.
  private static final Set<String> DATABASE_PARAMETERS = Set.of("db", "database");

  static boolean isTarget(String target) {
    return target.equals(EMBEDDED)
        || TargetUrl.hasScheme(target, "redis")
        || TargetUrl.hasScheme(target, "rediss")
        || hasSocket(target);
  }

  private static boolean hasSocket(String target) {
    return SOCKET_SCHEMES.stream().anyMatch(scheme -> TargetUrl.hasScheme(target, scheme));
  }

  /// @throws IllegalArgumentException with the invalid part; never with the password
  static RedisTarget parse(String target) {
    TargetUrl url = TargetUrl.parse(target);
    String user = url.user();
    if (user != null && url.password() == null) {
      throw new IllegalArgumentException(
          "expected USER:PASSWORD before the @ of the target; a password alone is :PASSWORD@");
    }
    return hasSocket(target) ? withSocket(url) : withHost(url);
  }

  private static RedisTarget withSocket(TargetUrl url) {
    if (!url.host().isEmpty()) {
      throw new IllegalArgumentException(
          "expected three slashes before the path of the socket, found the host \""
              + url.host()
              + "\": redis+unix:///run/redis.sock");
    }
    String path = TargetUrl.decode(url.path());
    UnixDomainSocketAddress socket = TargetUrl.socket(path, "redis+unix:///run/redis.sock");
    return new RedisTarget(
        false, "", 0, socket, user(url), url.password(), database(null, url.query()));
  }

  private static RedisTarget withHost(TargetUrl url) {
    if (url.host().isEmpty()) {
      throw new IllegalArgumentException("expected a host after " + url.scheme() + "://");
    }
    String path = url.path().isEmpty() ? "" : url.path().substring(1);
    return new RedisTarget(
        url.scheme().equals("rediss"),
        url.host(),
        url.port() < 0 ? DEFAULT_PORT : url.port(),
        null,
        user(url),
        url.password(),
        database(path.isEmpty() ? null : path, url.query()));
  }

  private static @Nullable String user(TargetUrl url) {
    String user = url.user();
    return user == null || user.isEmpty() ? null : user;
  }

  /// @param path the text after the slash
  private static @Nullable Integer database(@Nullable String path, @Nullable String query) {
    String digits = path;
    if (query != null) {
      int equals = query.indexOf('=');
      if (path != null || equals < 0 || !DATABASE_PARAMETERS.contains(query.substring(0, equals))) {
        throw new IllegalArgumentException(
            "expected nothing but the database after the host or socket: /3 or ?db=3");
      }
      digits = query.substring(equals + 1);
    }
    if (digits == null) {
      return null;
    }
    if (digits.isEmpty()
        || digits.length() > 9
        || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      // The message omits the text, which may be part of a password with a slash in it.
      throw new IllegalArgumentException(
          "expected the number of a database as the path: redis://HOST/3");
    }
    return Integer.valueOf(digits);
  }

  /// The endpoint to connect to.
  ///
  /// @throws DriverException if the host is unknown
  Endpoint endpoint(@Nullable Tls secure) throws DriverException {
    return socket == null ? Endpoint.resolve(host, port, secure) : Endpoint.of(socket, secure);
  }

  /// The name that a certificate must match: the host without a zone.
  String certificateName() {
    int zone = host.indexOf('%');
    return zone < 0 ? host : host.substring(0, zone);
  }

  /// Host and port, or the socket, in the usual notation.
  String address() {
    return socket != null
        ? socket.toString()
        : (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /// Omits the password.
  @Override
  public String toString() {
    return (socket != null ? "redis+unix://" : tls ? "rediss://" : "redis://") + address();
  }
}
