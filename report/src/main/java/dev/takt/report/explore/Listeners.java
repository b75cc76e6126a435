package dev.takt.report.explore;

import dev.takt.runs.text.EnglishText;
import java.util.HashMap;
import java.util.Map;

/// Limits the number of event streams. A source with listeners stays open, so the number of
/// followed sources is limited too; otherwise no slot would be left for others.
///
/// Thread-safe.
final class Listeners {

  private static final int MOST = 64;
  private static final int MOST_HEARD = Sources.MOST_OPEN - 2;

  private final Map<String, Integer> heard = new HashMap<>();
  private int count;

  /// Adds a listener.
  ///
  /// @throws Refusal at once if there are too many: streams last long, so waiting would not help
  synchronized void add(String id) throws Refusal {
    if (count >= MOST) {
      throw new Refusal(503, "Too many pages are open already; close one of them.");
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

  /// Removes a listener.
  synchronized void remove(String id) {
    count--;
    heard.computeIfPresent(id, (_, listeners) -> listeners == 1 ? null : listeners - 1);
  }
}
