package dev.takt.watch.jvm;

import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.LastingExcess;

/// How often a process may read and write before it costs too much that each of these calls could
/// be recorded.
///
/// A JVM that records them from some length on looks at the clock before and after each. For each
/// call that the kernel counts, that was a tenth of a microsecond: of a request that needs 33 µs in
/// all, and four such calls, more than a hundredth. It is nothing to a process that does much
/// between two calls, nor to one that seldom does anything: so it may take a part of what the
/// process needs itself, and some of a processor in any case. For one thread.
final class CallBudget {

  private static final int NANOS_OF_A_CALL = 100;

  /// Of the processor time that the process itself needs.
  private static final double MOST_OF_PROCESS = 0.005;

  /// In each second, which nobody notices who is not busy for all of it.
  private static final double FREE = 0.002;

  private final LastingExcess excess;
  private ProcessEffort atBegin;
  private double callsPerSecond;

  /// @param now on the monotonic clock
  CallBudget(long now, ProcessEffort first) {
    excess = new LastingExcess(now);
    atBegin = first;
  }

  /// Whether it has been too many for two windows of a second, one after the other.
  boolean isExceeded(long now, ProcessEffort effort) {
    long elapsed = excess.windowOver(now);
    if (elapsed == 0) {
      return false;
    }
    long calls = effort.calls() - atBegin.calls();
    long cpu = effort.cpuNanos() - atBegin.cpuNanos();
    double price = (double) calls * NANOS_OF_A_CALL;
    callsPerSecond = calls * 1e9 / elapsed;
    atBegin = effort;
    return excess.add(price > FREE * elapsed && price > MOST_OF_PROCESS * cpu);
  }

  /// What was too much, for people.
  String why() {
    return EnglishText.format(
        "its process reads and writes %,.0f times a second, and to look at the clock before and"
            + " after each would take more than %.1f %% of its processor time (--watch deep records"
            + " them)",
        callsPerSecond, 100 * MOST_OF_PROCESS);
  }
}
