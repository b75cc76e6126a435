package dev.takt.driver.http;

import java.net.URI;
import java.net.URISyntaxException;

/// The parts of a target's URL.
///
/// @param path path and query, at least `/`
record Origin(boolean tls, String host, int port, String path) {

  /// @throws IllegalArgumentException with what was expected and found
  static Origin parse(String target) {
    URI uri;
    try {
      // Templates in the path are not valid in a URI: only what is before the path needs to be one.
      int slash = target.indexOf('/', target.indexOf("://") + 3);
      uri = new URI(slash < 0 ? target : target.substring(0, slash));
      return of(uri, slash < 0 ? "/" : target.substring(slash), target);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "expected http[s]://HOST[:PORT][/PATH], found \"" + target + "\": " + e.getReason());
    }
  }

  private static Origin of(URI uri, String path, String target) {
    boolean tls = "https".equals(uri.getScheme());
    String host = uri.getHost();
    if (host == null || uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "expected http[s]://HOST[:PORT][/PATH], found \"" + target + "\"");
    }
    if (uri.getPort() == 0 || uri.getPort() > 65535) {
      throw new IllegalArgumentException("expected a port from 1 to 65535, found " + uri.getPort());
    }
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new Origin(tls, bare, uri.getPort() > 0 ? uri.getPort() : tls ? 443 : 80, path);
  }

  /// The value of the `Host` header.
  String authority() {
    String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
    return port == (tls ? 443 : 80) ? name : name + ":" + port;
  }
}
