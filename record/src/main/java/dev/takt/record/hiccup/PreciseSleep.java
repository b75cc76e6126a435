package dev.takt.record.hiccup;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Sleeps for a short time. Not by parking, if that can be avoided: a flight recording that takes
/// parks of a millisecond and more, as Takt's own do, would take each nap, with a stack, a thousand
/// times a second.
final class PreciseSleep {

  private static final int NANOS_PER_MILLI = 1_000_000;

  /// Before that, a JVM sleeps for whole milliseconds only.
  private static final int FIRST_EXACT_VERSION = 21;

  private static final boolean IS_EXACT = Runtime.version().feature() >= FIRST_EXACT_VERSION;

  private PreciseSleep() {}

  /// Sleeps until the time is over, or this thread is interrupted, or for no reason earlier.
  ///
  /// @param nanos 0 and less are no time
  static void take(long nanos) {
    if (!IS_EXACT && nanos % NANOS_PER_MILLI != 0) {
      LockSupport.parkNanos(nanos);
      return;
    }
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
