package dev.takt.record.hiccup;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Counts that one thread adds to while another one takes what there is, interval by interval: two
/// of them, each in its turn.
///
/// Who adds takes the counts from their place for just so long, and never waits: nobody else ever
/// leaves the place empty. Who takes them puts others there in the same step, and waits for the end
/// of an addition if there is one. What was added to counts happens-before they are taken.
///
/// So nothing has to be kept of the intervals before, as cumulative counters need it. It is for
/// JVMs that are somebody else's: what is kept there, their collector copies, again and again until
/// it is old. The price is an atomic exchange for each addition, and that whoever stops the adding
/// thread alone in the middle of one, as a debugger can, stops the other one too.
final class DoubleBufferedCounts {

  private static final long PATIENCE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final AtomicReference<@Nullable HiccupCounts> place;
  private HiccupCounts spare;

  DoubleBufferedCounts(HiccupSettings settings) {
    place = new AtomicReference<>(new HiccupCounts(settings));
    spare = new HiccupCounts(settings);
  }

  /// Counts a hiccup. For one thread.
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

  /// What was added since the last time. For one other thread, which is done with it, and clears
  /// it, before it comes again.
  HiccupCounts take() {
    HiccupCounts counts = place.get();
    while (counts == null || !place.compareAndSet(counts, spare)) {
      boolean unused = Thread.interrupted(); // an interrupt would let it return at once
      LockSupport.parkNanos(this, PATIENCE_NANOS);
      counts = place.get();
    }
    spare = counts;
    return counts;
  }
}
