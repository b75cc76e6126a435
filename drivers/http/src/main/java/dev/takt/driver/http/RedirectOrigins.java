package dev.takt.driver.http;

import dev.takt.driver.http.cookie.CookieJar;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.driver.WireDriver.Tls;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The origins that a run's redirects lead to: the target's own and at most [#MAX_OTHERS] others.
/// The host name of each other origin is resolved once in a run, without blocking the event loops.
/// Thread-safe; lookup of a known origin does not allocate.
final class RedirectOrigins {

  /// Maximum number of origins besides the target's.
  static final int MAX_OTHERS = 16;

  /// Creates the TLS settings for another origin.
  interface TlsOf {
    @Nullable Tls of(Origin origin) throws DriverException;
  }

  /// One origin.
  static final class Known {
    final Origin origin;

    /// The beginning of its URLs, such as `http://host:8080`, in ASCII.
    final byte[] prefix;

    /// Its `Host` header with the line end.
    final byte[] hostLine;

    /// The same as a place of cookies.
    final CookieJar.Host cookieHost;

    /// Null for the target's own.
    final @Nullable PendingEndpoint endpoint;

    Known(Origin origin, @Nullable PendingEndpoint endpoint) {
      this.origin = origin;
      this.prefix = ascii((origin.tls() ? "https://" : "http://") + origin.authority());
      this.hostLine = ascii("Host: " + origin.authority() + "\r\n");
      this.cookieHost = new CookieJar.Host(origin.certificateName(), origin.tls());
      this.endpoint = endpoint;
    }

    private static byte[] ascii(String text) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Why requests cannot be sent there; null if they can, or if that is still unknown.
    @Nullable Outcome failure() {
      return endpoint == null ? null : endpoint.failure();
    }

    boolean isSame(Origin other) {
      return origin.tls() == other.tls()
          && origin.port() == other.port()
          && origin.host().equalsIgnoreCase(other.host());
    }

    private boolean hasPrefix(byte[] location, int length) {
      return length > prefix.length
          && location[prefix.length] == '/'
          && Arrays.equals(prefix, 0, prefix.length, location, 0, prefix.length);
    }
  }

  private final TlsOf tls;
  private volatile Known[] known;

  RedirectOrigins(Origin target, TlsOf tls) {
    this.tls = tls;
    this.known = new Known[] {new Known(target, null)};
  }

  /// The target's own origin.
  Known target() {
    return known[0];
  }

  /// The known origin whose prefix the URL begins with, byte for byte; null if there is none.
  @Nullable Known withPrefix(byte[] url, int length) {
    for (Known each : known) {
      if (each.hasPrefix(url, length)) {
        return each;
      }
    }
    return null;
  }

  /// The origin of a URL, added if it is new.
  ///
  /// @return null if there are too many origins
  synchronized @Nullable Known of(Origin origin) {
    for (Known each : known) {
      if (each.isSame(origin)) {
        return each;
      }
    }
    if (known.length > MAX_OTHERS) {
      return null;
    }
    PendingEndpoint endpoint =
        PendingEndpoint.find(
            () -> origin.endpoint(tls.of(origin)),
            Outcome.failed("redirect to an unknown host: " + origin.host()));
    Known[] more = Arrays.copyOf(known, known.length + 1);
    more[known.length] = new Known(origin, endpoint);
    known = more;
    return more[more.length - 1];
  }
}
