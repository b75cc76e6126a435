package dev.takt.driver.demo;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What the visitors who came last have looked at, as many shops remember it. Thread-safe.
///
/// Who sends no cookie is a new visitor, and so is each request of a load generator. What is
/// forgotten here has lived long enough to lie in the old generation: this is the reason for the
/// demo's longer pauses.
final class Visitors {

  /// The cookie that tells visitors apart.
  static final String COOKIE = "visitor";

  private static final int REMEMBERED = 5_000;
  private static final int VISITS = 5;

  private record Visit(String path, String page, Instant at) {}

  private final Map<UUID, Deque<Visit>> visits =
      new LinkedHashMap<>(REMEMBERED, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Deque<Visit>> eldest) {
          return size() > REMEMBERED;
        }
      };

  /// Remembers a visit.
  ///
  /// @param cookies the request's `Cookie` header
  /// @return the visitor's name, to be sent back in a cookie
  UUID remember(@Nullable String cookies, String path, String page) {
    UUID visitor = visitor(cookies).orElseGet(UUID::randomUUID);
    Visit visit = new Visit(path, page, Instant.now());
    synchronized (visits) {
      Deque<Visit> mine = visits.computeIfAbsent(visitor, _ -> new ArrayDeque<>(VISITS + 1));
      mine.addLast(visit);
      if (mine.size() > VISITS) {
        mine.removeFirst();
      }
    }
    return visitor;
  }

  private static Optional<UUID> visitor(@Nullable String cookies) {
    if (cookies == null || !cookies.startsWith(COOKIE + "=")) {
      return Optional.empty();
    }
    try {
      return Optional.of(UUID.fromString(cookies.substring(COOKIE.length() + 1)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
