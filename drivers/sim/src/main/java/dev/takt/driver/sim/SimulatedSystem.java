package dev.takt.driver.sim;

import dev.takt.load.driver.Outcome;

/// A system that does nothing but take time: given when an operation arrives, it says when the
/// operation is done. It reads no clock and starts no thread, so the same system serves real
/// threads in real time and a test in virtual time.
///
/// A system lives by a clock of its own, which [#realTimeOf] translates. For most systems it is the
/// arrivals' clock. A system that can be stopped as a whole lets its own clock stand still
/// meanwhile; thus all operations under way are late by the stop, without one of them being
/// touched.
///
/// Times are nanoseconds of a monotonic clock, at least 0 and far from [Long#MAX_VALUE].
///
/// Implementations are thread-safe. What they answer depends on the order of arrivals and on the
/// seed, on nothing else; so a single thread that arrives at given times gets the same answers each
/// time.
@FunctionalInterface
public interface SimulatedSystem {

  /// The moment of an answer that never comes.
  long NEVER = Long.MAX_VALUE;

  /// Operation `n` arrives. To be called once for each operation, in the order of arrivals as far
  /// as there is one.
  ///
  /// @param arrivalNanos when, on the arrivals' clock
  /// @param n the operation's number in the schedule: the source of its random values
  /// @return when it will be done, on the system's own clock, or [#NEVER]
  long arrive(long arrivalNanos, long n);

  /// When the system's own clock shows a time, on the arrivals' clock, as far as is known now:
  /// later arrivals can only make it later, and once that moment has come it is final. Never
  /// decreases with `systemNanos`.
  default long realTimeOf(long systemNanos) {
    return systemNanos;
  }

  /// How operation `n` ends, if it ends.
  default Outcome outcomeOf(long n) {
    return Outcome.OK;
  }
}
