package dev.takt.driver.grpc;

import dev.takt.load.driver.TargetUrl;
import org.jspecify.annotations.Nullable;

/// The parts of a target: `grpc[s]://HOST[:PORT][/SERVICE/METHOD]`.
///
/// @param tls whether the scheme is `grpcs`
/// @param method null if the target has none
record GrpcTarget(boolean tls, String host, int port, @Nullable MethodName method) {

  static final String FORM = "grpc[s]://HOST[:PORT]/SERVICE/METHOD";

  private static final String SCHEME = "grpc";
  private static final String SECURE_SCHEME = "grpcs";
  private static final int DEFAULT_PORT = 80;
  private static final int DEFAULT_SECURE_PORT = 443;

  static boolean isTarget(String target) {
    return TargetUrl.hasScheme(target, SCHEME) || TargetUrl.hasScheme(target, SECURE_SCHEME);
  }

  /// @throws IllegalArgumentException with the invalid part
  static GrpcTarget parse(String target) {
    TargetUrl url = TargetUrl.parse(target);
    if (url.host().isEmpty()) {
      throw new IllegalArgumentException("expected a host after " + url.scheme() + "://");
    }
    if (url.user() != null) {
      throw new IllegalArgumentException(
          "a gRPC target has no user; use --metadata 'authorization: Bearer …'");
    }
    if (url.query() != null) {
      throw new IllegalArgumentException(
          "expected nothing after the method: grpc://HOST:PORT/SERVICE/METHOD");
    }
    boolean tls = url.scheme().equals(SECURE_SCHEME);
    String path = url.path();
    return new GrpcTarget(
        tls,
        url.host(),
        url.port() >= 0 ? url.port() : tls ? DEFAULT_SECURE_PORT : DEFAULT_PORT,
        path.isEmpty() || path.equals("/") ? null : MethodName.parse(path.substring(1)));
  }

  /// The name that a certificate must match: the host without a zone.
  String certificateName() {
    int zone = host.indexOf('%');
    return zone < 0 ? host : host.substring(0, zone);
  }

  /// Host and port, as the server sees them.
  String authority() {
    String name = certificateName();
    return (name.indexOf(':') >= 0 ? "[" + name + "]" : name) + ":" + port;
  }

  String scheme() {
    return tls ? "https" : "http";
  }

  @Override
  public String toString() {
    return (tls ? SECURE_SCHEME : SCHEME) + "://" + authority();
  }
}
