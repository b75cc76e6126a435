package dev.takt.watch.observer;

import dev.takt.runs.Stall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// A bounded number of stalls: of more, the longest. Thread-safe.
public final class LongestStalls {

  private final int most;
  private final PriorityQueue<Stall> kept =
      new PriorityQueue<>(Comparator.comparingLong(Stall::nanos));
  private long omitted;
  private @Nullable Stall longest;

  /// @param most how many are kept
  public LongestStalls(int most) {
    this.most = most;
  }

  /// Takes one more.
  public synchronized void add(Stall stall) {
    if (longest == null || stall.nanos() > longest.nanos()) {
      longest = stall;
    }
    kept.add(stall);
    if (kept.size() > most) {
      kept.remove();
      omitted++;
    }
  }

  /// The longest one since the last call.
  public synchronized @Nullable Stall takeLongest() {
    Stall taken = longest;
    longest = null;
    return taken;
  }

  /// In the order of their begins.
  public synchronized List<Stall> list() {
    List<Stall> list = new ArrayList<>(kept);
    list.sort(Comparator.comparingLong(Stall::beginNanoTime));
    return list;
  }

  /// How many are not in the list.
  public synchronized long omitted() {
    return omitted;
  }
}
