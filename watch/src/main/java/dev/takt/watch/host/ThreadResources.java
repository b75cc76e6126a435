package dev.takt.watch.host;

import dev.takt.runs.model.Side;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Keeps one object (such as an open file) for each thread of the watched processes, and follows
/// threads as they start and end. Not thread-safe.
public final class ThreadResources<T> {

  /// The period of listing threads, which is how long a new thread may go unnoticed.
  static final long LISTING_PERIOD_NANOS = 100_000_000;

  private final TaskLister tasks;
  private final Map<Integer, Side> pids;
  private final Opener<T> opener;
  private final Consumer<T> closer;
  private final Map<Integer, T> threads = new HashMap<>();
  private final Set<Integer> refused = new HashSet<>();
  private long nextListing;

  /// Opens the object of a thread.
  public interface Opener<T> {
    /// @return null if it cannot be opened; it is then not tried again
    @Nullable T open(int pid, int tid, Side side);
  }

  public ThreadResources(
      TaskLister tasks, Map<Integer, Side> pids, Opener<T> opener, Consumer<T> closer) {
    this.tasks = tasks;
    this.pids = pids;
    this.opener = opener;
    this.closer = closer;
  }

  /// Lists the threads again if the period is over.
  public void update(long now) {
    if (nextListing != 0 && now - nextListing < 0) {
      return;
    }
    nextListing = now + LISTING_PERIOD_NANOS;
    Set<Integer> there = new HashSet<>();
    pids.forEach((pid, side) -> tasks.forEach(pid, tid -> add(pid, tid, side, there)));
    for (Iterator<Map.Entry<Integer, T>> all = threads.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Integer, T> each = all.next();
      if (!there.contains(each.getKey())) {
        closer.accept(each.getValue());
        all.remove();
      }
    }
    refused.retainAll(there);
  }

  private void add(int pid, int tid, Side side, Set<Integer> there) {
    there.add(tid);
    if (!threads.containsKey(tid) && !refused.contains(tid)) {
      T opened = opener.open(pid, tid, side);
      if (opened == null) {
        refused.add(tid);
      } else {
        threads.put(tid, opened);
      }
    }
  }

  public void forEach(Consumer<T> action) {
    threads.values().forEach(action);
  }

  /// How many threads could not be opened.
  public int refused() {
    return refused.size();
  }

  public void close() {
    threads.values().forEach(closer);
    threads.clear();
  }
}
