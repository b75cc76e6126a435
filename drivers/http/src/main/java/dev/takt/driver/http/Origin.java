package dev.takt.driver.http;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.TargetUrl;
import dev.takt.load.driver.WireDriver.Tls;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// The parts of a target URL.
///
/// @param host a name or an IP address, the latter with its zone; `localhost` for a socket
/// @param path path and query, at least `/`, all ASCII except for placeholders
/// @param authority the value of the `Host` header
/// @param credentials the value of the `Authorization` header for the target's user; null for none
/// @param socket the Unix domain socket to connect to; null for TCP
record Origin(
    boolean tls,
    String host,
    int port,
    String path,
    String authority,
    @Nullable String credentials,
    @Nullable UnixDomainSocketAddress socket) {

  static final String FORM = "http[s]://HOST[:PORT][/PATH], http+unix://%2FSOCKET/PATH";

  private static final String UNIX = "http+unix";
  private static final String UNIX_EXAMPLE = "http+unix://%2Frun%2Fdocker.sock/version";
  private static final String LOCALHOST = "localhost";
  private static final int HTTP_PORT = 80;
  private static final int HTTPS_PORT = 443;

  static boolean isTarget(String target) {
    return TargetUrl.hasScheme(target, "http")
        || TargetUrl.hasScheme(target, "https")
        || TargetUrl.hasScheme(target, UNIX);
  }

  /// @throws IllegalArgumentException with the invalid part and what was expected of it
  static Origin parse(String target) {
    if (TargetUrl.hasScheme(target, UNIX)) {
      TargetUrl url = TargetUrl.parseWithSocket(target);
      UnixDomainSocketAddress socket =
          TargetUrl.socket(url.host(), url.host().isEmpty() ? meant(url) : UNIX_EXAMPLE);
      return new Origin(
          false, LOCALHOST, HTTP_PORT, path(url), LOCALHOST, credentials(url), socket);
    }
    TargetUrl url = TargetUrl.parse(target);
    if (url.host().isEmpty()) {
      throw new IllegalArgumentException("expected a host after " + url.scheme() + "://");
    }
    boolean tls = url.scheme().equals("https");
    int defaultPort = tls ? HTTPS_PORT : HTTP_PORT;
    return new Origin(
        tls,
        url.host(),
        url.port() < 0 ? defaultPort : url.port(),
        path(url),
        url.authority(defaultPort),
        credentials(url),
        null);
  }

  /// A corrected suggestion for a target that has its socket's path in the position of a request's
  /// path.
  private static String meant(TargetUrl url) {
    return url.path().length() <= 1
        ? UNIX_EXAMPLE
        : UNIX + "://" + url.path().replace("/", "%2F") + "/";
  }

  private static String path(TargetUrl url) {
    String path = url.path().isEmpty() ? "/" : url.path();
    return TargetUrl.encoded(url.query() == null ? path : path + "?" + url.query());
  }

  /// RFC 7617. A user name alone has an empty password.
  private static @Nullable String credentials(TargetUrl url) {
    String user = url.user();
    if (user == null || (user.isEmpty() && url.password() == null)) {
      return null;
    }
    if (user.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "the target's user has a colon, which Basic authentication cannot send");
    }
    String pair = user + ":" + (url.password() == null ? "" : url.password());
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  /// Whether scheme, host and port are the same.
  boolean isSameServer(Origin other) {
    return tls == other.tls && port == other.port && host.equalsIgnoreCase(other.host);
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

  /// Without path and credentials.
  @Override
  public String toString() {
    return socket == null
        ? (tls ? "https://" : "http://") + authority
        : UNIX + "://" + socket.toString().replace("%", "%25").replace("/", "%2F");
  }
}
