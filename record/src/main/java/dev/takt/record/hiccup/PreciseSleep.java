package dev.takt.record.hiccup;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Sleeps for a short time. It avoids parking where possible: a flight recording that records parks
/// of a millisecond and more, as Takt's own do, would record each sleep, with a stack trace, a
/// thousand times a second.
final class PreciseSleep {

  private static final int NANOS_PER_MILLI = 1_000_000;

  /// Older JVMs sleep for whole milliseconds only.
  private static final int FIRST_EXACT_VERSION = 21;

  private static final boolean IS_EXACT = Runtime.version().feature() >= FIRST_EXACT_VERSION;

  private PreciseSleep() {}

  /// Sleeps until the time has passed or this thread is interrupted. It can wake earlier for no
  /// reason.
  ///
  /// @param nanos 0 or less does not sleep
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
