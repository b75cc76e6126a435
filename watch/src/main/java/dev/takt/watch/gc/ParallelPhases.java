package dev.takt.watch.gc;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The phases of a collection that several threads of a collector work on at once, such as G1's
/// copying of live objects. A phase takes as long as the thread with most of it. Not thread-safe.
public final class ParallelPhases {

  private final List<Part> parts = new ArrayList<>();

  /// What one thread has worked on.
  private record Part(String phase, int worker, long begin, long end) {}

  /// Adds a part that a thread has worked on.
  public void add(String phase, int worker, long begin, long end) {
    parts.add(new Part(phase, worker, begin, end));
  }

  /// How long each phase took within a pause. Some collectors have several pauses in a collection,
  /// and work on phases while the program runs.
  public Map<String, Long> nanosWithin(long begin, long end) {
    Map<String, Map<Integer, Long>> byWorker = new HashMap<>();
    for (Part each : parts) {
      if (each.begin >= begin && each.end <= end) {
        byWorker
            .computeIfAbsent(each.phase, _ -> new HashMap<>())
            .merge(each.worker, each.end - each.begin, Long::sum);
      }
    }
    Map<String, Long> longest = new HashMap<>();
    byWorker.forEach((phase, nanos) ->
        longest.put(phase, nanos.values().stream().mapToLong(Long::longValue).max().orElse(0)));
    return longest;
  }
}
