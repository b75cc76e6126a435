package dev.takt.driver.sim;

import dev.takt.record.NanoClock;

/// A clock with a wait operation, in real or virtual time.
interface Timeline extends NanoClock {

  /// Waits until a time, or returns earlier: the caller must check the clock and its other
  /// conditions in a loop. Returns at once if the thread is interrupted, and soon if it is
  /// unparked.
  void waitUntil(long nanos);

  /// Reports a poll without waiting that found nothing; the next event is at `next` or later.
  default void polledInVain(long next) {}
}
