package dev.takt.load.engine.worker;

import dev.takt.load.schedule.SharedArrivals;

/// One operation to do. Mutable, so that each worker needs only one instance.
final class Work {
  /// Its place in the schedule.
  long number;

  /// When it is due, on the machine's monotonic clock.
  long intended;

  final SharedArrivals.Taken taken = new SharedArrivals.Taken();
}
