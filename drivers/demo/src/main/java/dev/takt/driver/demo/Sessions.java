package dev.takt.driver.demo;

import com.sun.net.httpserver.Headers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The customers who have logged in, and their carts; the latest ones only. Thread-safe.
///
/// A customer has a token for the header `Authorization` and a session in a cookie, and needs both,
/// as in shops where one system knows the customer and another one the cart.
final class Sessions {

  /// The name of the cookie that identifies a session.
  static final String COOKIE = "session";

  private static final int MAX_SESSIONS = 20_000;

  /// A customer.
  ///
  /// @param token for the header `Authorization`
  /// @param id for the cookie
  /// @param cart the number of the cart
  record Session(String token, String id, long cart) {}

  private final Map<String, Session> byToken =
      new LinkedHashMap<>(1024, 0.75f, false) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Session> eldest) {
          return size() > MAX_SESSIONS;
        }
      };

  private long carts;

  /// Begins a session with an empty cart.
  synchronized Session begin() {
    Session session =
        new Session(UUID.randomUUID().toString(), UUID.randomUUID().toString(), ++carts);
    byToken.put(session.token, session);
    return session;
  }

  /// The session of a request; null if it has none.
  synchronized @Nullable Session of(Headers request) {
    String authorization = request.getFirst("Authorization");
    Session session =
        authorization == null || !authorization.startsWith("Bearer ")
            ? null
            : byToken.get(authorization.substring("Bearer ".length()));
    return session != null && session.id.equals(cookie(request.getFirst("Cookie"), COOKIE))
        ? session
        : null;
  }

  /// The value of a cookie; null if the request does not have it.
  ///
  /// @param header the request's `Cookie` header
  static @Nullable String cookie(@Nullable String header, String name) {
    for (String pair : header == null ? new String[0] : header.split("; *", -1)) {
      if (pair.startsWith(name + "=")) {
        return pair.substring(name.length() + 1);
      }
    }
    return null;
  }
}
