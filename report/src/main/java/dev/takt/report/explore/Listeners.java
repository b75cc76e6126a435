package dev.takt.report.explore;

import dev.takt.runs.text.EnglishText;
import java.util.HashMap;
import java.util.Map;

/// Who listens to what. What is listened to stays open, so there can only be a few such runs and
/// logs, or there would be no place for others.
///
/// Thread-safe.
final class Listeners {

  private static final int MOST = 64;
  private static final int MOST_HEARD = Sources.MOST_OPEN - 2;

  private final Map<String, Integer> heard = new HashMap<>();
  private int count;

  /// One more listens.
  ///
  /// @throws Refusal if there are too many, which is nothing that waiting would soon change
  synchronized void add(String id) throws Refusal {
    if (count >= MOST) {
      throw new Refusal(503, "Too many pages listen already.");
    }
    if (heard.size() >= MOST_HEARD && !heard.containsKey(id)) {
      throw new Refusal(
          503,
          EnglishText.format(
              "At most %d runs are followed at once; close a page that shows another one.",
              MOST_HEARD));
    }
    count++;
    heard.merge(id, 1, Integer::sum);
  }

  /// One less listens.
  synchronized void remove(String id) {
    count--;
    heard.computeIfPresent(id, (_, listeners) -> listeners == 1 ? null : listeners - 1);
  }
}
