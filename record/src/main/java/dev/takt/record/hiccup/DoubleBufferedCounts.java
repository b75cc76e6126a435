package dev.takt.record.hiccup;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Double-buffered counts: one thread adds, another takes the counts of each interval.
///
/// The writer atomically removes the active counts for the duration of one addition, then puts them
/// back. It never waits, because no other thread leaves the place empty. The reader replaces the
/// active counts with the spare ones in one compare-and-set, and waits while an addition is in
/// progress. Additions to a buffer happen-before the reader takes it.
///
/// Cumulative counters would have to keep the previous interval's counts. This class keeps none,
/// because it also runs in JVMs under test: long-lived data there is copied by their collector
/// again and again until it is promoted. The costs are an atomic exchange per addition, and one
/// hazard: if a debugger suspends only the writer in the middle of an addition, the reader waits
/// too.
final class DoubleBufferedCounts {

  private static final long TIMEOUT_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final AtomicReference<@Nullable HiccupCounts> place;
  private HiccupCounts spare;

  DoubleBufferedCounts(HiccupSettings settings) {
    place = new AtomicReference<>(new HiccupCounts(settings));
    spare = new HiccupCounts(settings);
  }

  /// Counts a hiccup. Called by the writer only.
  ///
  /// @param nanos not negative
  /// @throws OutOfMemoryError see [HiccupCounts#add]
  void add(long nanos) {
    HiccupCounts counts = place.getAndSet(null);
    try {
      counts.add(nanos);
    } finally {
      place.set(counts);
    }
  }

  /// Returns what was added since the last call. Called by the reader only, which must process and
  /// clear the result before the next call.
  HiccupCounts take() {
    HiccupCounts counts = place.get();
    while (counts == null || !place.compareAndSet(counts, spare)) {
      boolean unused = Thread.interrupted(); // an interrupt would let the park return at once
      LockSupport.parkNanos(this, TIMEOUT_NANOS);
      counts = place.get();
    }
    spare = counts;
    return counts;
  }
}
