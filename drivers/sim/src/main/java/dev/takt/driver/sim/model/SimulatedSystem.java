package dev.takt.driver.sim.model;

import dev.takt.load.driver.Outcome;

/// Model of a system under test: given the arrival time of an operation, it returns its end time.
/// It reads no clock and starts no thread, so the same system serves real threads in real time and
/// a test in virtual time.
///
/// A system has its own clock, which [#realTimeOf] converts. For most systems it is the arrivals'
/// clock. A system that can be stopped as a whole stops its own clock; thus a stop delays all
/// operations in flight without updating each of them.
///
/// Times are nanoseconds of a monotonic clock, at least 0 and far from [Long#MAX_VALUE].
///
/// Implementations are thread-safe. Their results depend only on the order of arrivals and on the
/// seed, so a single thread with given arrival times always gets the same results.
@FunctionalInterface
public interface SimulatedSystem {

  /// The end time of an operation that is never answered.
  long NEVER = Long.MAX_VALUE;

  /// Records the arrival of operation `n`. Called once for each operation, in the order of arrivals
  /// unless they are concurrent.
  ///
  /// @param arrivalNanos the arrival time, on the arrivals' clock
  /// @param n the operation's number in the schedule, from which its random values are derived
  /// @return the end time, on the system's own clock, or [#NEVER]
  long arrive(long arrivalNanos, long n);

  /// Converts a time of the system's own clock to the arrivals' clock, as currently known. Later
  /// arrivals can only postpone it, and once that time has passed it is final. Monotonic in
  /// `systemNanos`.
  default long realTimeOf(long systemNanos) {
    return systemNanos;
  }

  /// The outcome of operation `n`, if it ends.
  default Outcome outcomeOf(long n) {
    return Outcome.OK;
  }
}
