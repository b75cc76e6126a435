package dev.takt.watch.jfr;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The phases of a pause that several threads of a collector work on at once, such as G1's copying
/// of live objects. A phase takes as long as the thread with most of it. Not thread-safe.
final class ParallelPhases {

  /// More have no collector.
  private static final int MAX_WORKERS = 1_024;

  private final Map<String, long[]> nanosByWorker = new HashMap<>();

  /// Adds a part that a thread has worked on.
  void add(String phase, int worker, long nanos) {
    if (worker >= 0 && worker < MAX_WORKERS) {
      long[] all = nanosByWorker.getOrDefault(phase, new long[0]);
      long[] grown = worker < all.length ? all : Arrays.copyOf(all, worker + 1);
      grown[worker] += nanos;
      nanosByWorker.put(phase, grown);
    }
  }

  /// How long each phase took.
  Map<String, Long> nanos() {
    Map<String, Long> longest = new HashMap<>();
    nanosByWorker.forEach((phase, all) -> longest.put(phase, Arrays.stream(all).max().orElse(0)));
    return longest;
  }
}
