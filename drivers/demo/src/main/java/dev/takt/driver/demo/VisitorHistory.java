package dev.takt.driver.demo;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// An LRU cache of the latest visitors' page views, as many shops keep them. Thread-safe.
///
/// A request without a cookie counts as a new visitor, and so does each request of a load
/// generator. Entries live long enough to be promoted to the old generation before they are
/// evicted: this causes the demo's longer GC pauses.
final class VisitorHistory {

  /// The name of the cookie that identifies a visitor.
  static final String COOKIE = "visitor";

  private static final int MAX_VISITORS = 5_000;
  private static final int MAX_VISITS = 5;

  private record Visit(String path, String page, Instant at) {}

  private final Map<UUID, Deque<Visit>> visits =
      new LinkedHashMap<>(MAX_VISITORS, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Deque<Visit>> eldest) {
          return size() > MAX_VISITORS;
        }
      };

  /// Records a visit.
  ///
  /// @param cookies the request's `Cookie` header
  /// @return the visitor's id, to be sent back in a cookie
  UUID record(@Nullable String cookies, String path, String page) {
    UUID visitor = visitor(cookies).orElseGet(UUID::randomUUID);
    Visit visit = new Visit(path, page, Instant.now());
    synchronized (visits) {
      Deque<Visit> mine = visits.computeIfAbsent(visitor, _ -> new ArrayDeque<>(MAX_VISITS + 1));
      mine.addLast(visit);
      if (mine.size() > MAX_VISITS) {
        mine.removeFirst();
      }
    }
    return visitor;
  }

  private static Optional<UUID> visitor(@Nullable String cookies) {
    String cookie = Sessions.cookie(cookies, COOKIE);
    if (cookie == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(UUID.fromString(cookie));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
