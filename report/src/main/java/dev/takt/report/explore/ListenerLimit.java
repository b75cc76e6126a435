package dev.takt.report.explore;

import dev.takt.runs.text.EnglishText;
import java.util.HashMap;
import java.util.Map;

/// Limits the number of event streams. A source with listeners stays open, so the number of
/// followed sources is limited too; otherwise no slot would be left for others.
///
/// Thread-safe.
final class ListenerLimit {

  private static final int MAX_LISTENERS = 64;
  private static final int MAX_FOLLOWED_SOURCES = SourceCache.MAX_OPEN_SOURCES - 2;

  private final Map<String, Integer> listenersBySource = new HashMap<>();
  private int count;

  /// Adds a listener.
  ///
  /// @throws Refusal at once if there are too many: streams last long, so waiting would not help
  synchronized void add(String id) throws HttpError {
    if (count >= MAX_LISTENERS) {
      throw new HttpError(503, "Too many pages are open already; close one of them.");
    }
    if (listenersBySource.size() >= MAX_FOLLOWED_SOURCES && !listenersBySource.containsKey(id)) {
      throw new HttpError(
          503,
          EnglishText.format(
              "At most %d runs are followed at once; close a page that shows another one.",
              MAX_FOLLOWED_SOURCES));
    }
    count++;
    listenersBySource.merge(id, 1, Integer::sum);
  }

  /// Removes a listener.
  synchronized void remove(String id) {
    count--;
    listenersBySource.computeIfPresent(id, (_, listeners) -> listeners == 1 ? null : listeners - 1);
  }
}
