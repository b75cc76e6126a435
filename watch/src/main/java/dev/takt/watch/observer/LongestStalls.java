package dev.takt.watch.observer;

import dev.takt.runs.model.Stall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// A bounded collection that keeps the longest stalls. Thread-safe.
public final class LongestStalls {

  private final int maxSize;
  private final PriorityQueue<Stall> kept =
      new PriorityQueue<>(Comparator.comparingLong(Stall::nanos));
  private long omitted;
  private @Nullable Stall longest;

  /// @param maxSize how many stalls are kept
  public LongestStalls(int maxSize) {
    this.maxSize = maxSize;
  }

  /// Adds a stall; drops the shortest one if there are too many.
  public synchronized void add(Stall stall) {
    if (longest == null || stall.nanos() > longest.nanos()) {
      longest = stall;
    }
    kept.add(stall);
    if (kept.size() > maxSize) {
      kept.remove();
      omitted++;
    }
  }

  /// The longest stall that was added since the last call; null if none was.
  public synchronized @Nullable Stall takeLongest() {
    Stall taken = longest;
    longest = null;
    return taken;
  }

  /// The stalls, ordered by their begin.
  public synchronized List<Stall> list() {
    List<Stall> list = new ArrayList<>(kept);
    list.sort(Comparator.comparingLong(Stall::beginNanoTime));
    return list;
  }

  /// How many stalls were dropped.
  public synchronized long omitted() {
    return omitted;
  }
}
