package dev.takt.record.hiccup;

import dev.takt.queues.SpscRecordRing;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// Computes hiccups from the moments at which a sleeping thread woke.
///
/// As in jHiccup, a hiccup is the excess of the time between two wake-ups over the shortest such
/// time so far: the minimum duration of a sleep on this machine is not a hiccup.
///
/// One thread reports the wake-ups. Another thread may take the hiccups concurrently.
final class WakeupLatencyTracker {

  private static final VarHandle LOST;

  static {
    try {
      LOST = MethodHandles.lookup().findVarHandle(WakeupLatencyTracker.class, "lost", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int MAX_KEPT = 1 << 14;
  private static final int MIN_KEPT = 1 << 10;

  /// The ring holds this much time of nothing but hiccups at the threshold before one is lost,
  /// unless that takes more than [#MAX_KEPT] entries. A log with the default interval drains the
  /// ring every few seconds.
  private static final long KEPT_NANOS = 20_000_000_000L;

  private static final int BEGIN = 0;
  private static final int END = 1;
  private static final int WIDTH = 2;

  private final DoubleBufferedCounts counts;
  private final long threshold;
  private final SpscRecordRing ring;
  private long previous;
  private long shortest = Long.MAX_VALUE;
  private long lost;

  WakeupLatencyTracker(HiccupSettings settings) {
    this.counts = new DoubleBufferedCounts(settings);
    this.threshold = settings.thresholdNanos();
    long shortestKept = settings.resolutionNanos() + Math.min(threshold, KEPT_NANOS);
    this.ring = new SpscRecordRing(capacity(shortestKept), WIDTH);
  }

  /// @param nanos the minimum length of a hiccup with the sleep before it
  private static int capacity(long nanos) {
    long kept = KEPT_NANOS / Math.max(1, nanos);
    return (int) Math.min(Math.max(MIN_KEPT, kept), MAX_KEPT); // the ring rounds it up
  }

  /// Sets the start of the first sleep.
  void begin(long now) {
    previous = now;
  }

  /// Reports a moment at which the thread woke.
  void at(long now) {
    long slept = now - previous;
    previous = now;
    shortest = Math.min(shortest, slept);
    long hiccup = slept - shortest;
    if (hiccup >= threshold) {
      keep(now - hiccup, now);
    }
    try {
      counts.add(hiccup);
    } catch (OutOfMemoryError e) {
      // The hiccup was longer than all before, and memory is short. The next hiccup may succeed.
      lose();
    }
  }

  private void keep(long begin, long end) {
    int slot = ring.claim();
    if (slot < 0) {
      lose();
      return;
    }
    ring.slots()[slot + BEGIN] = begin;
    ring.slots()[slot + END] = end;
    ring.publish();
  }

  private void lose() {
    LOST.setOpaque(this, lost + 1);
  }

  void drain(HiccupListener listener) {
    int slot = ring.peek();
    while (slot >= 0) {
      long begin = ring.slots()[slot + BEGIN];
      long end = ring.slots()[slot + END];
      ring.release();
      listener.hiccup(begin, end);
      slot = ring.peek();
    }
  }

  /// Returns what was counted since the last call; see [DoubleBufferedCounts#take].
  HiccupCounts takeCounts() {
    return counts.take();
  }

  long lost() {
    return (long) LOST.getOpaque(this);
  }
}
