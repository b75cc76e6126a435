package dev.takt.driver.sim;

import dev.takt.record.NanoClock;

/// A clock that can be waited by.
interface Timeline extends NanoClock {

  /// Waits until the moment has come, or less long: the caller looks at the clock again, and at
  /// whatever else might have changed, until it has come. Returns at once in an interrupted thread,
  /// and soon in one that is unparked.
  void waitTowards(long nanos);

  /// Someone looked, without waiting, for what happens at `next` or later, and found nothing.
  default void looked(long next) {}
}
