package dev.takt.watch.jvm;

import java.util.Locale;

/// How often a process may read and write before it costs too much that each of these calls could
/// be recorded.
///
/// A JVM that records them from some length on looks at the clock before and after each: a tenth of
/// a microsecond, which of a request that needs 33 µs in all is more than a hundredth. That is
/// nothing to a process that does much between two calls, nor to one that seldom does anything: so
/// it may take a part of what the process needs itself, and some of a processor in any case. For
/// one thread.
final class CallBudget {

  private static final int NANOS_OF_A_CALL = 100;

  /// Of the processor time that the process itself needs.
  private static final double MOST_OF_PROCESS = 0.005;

  /// In each second, which nobody notices who is not busy for all of it.
  private static final long FREE_NANOS = 2_000_000;

  private static final long WINDOW_NANOS = 1_000_000_000;

  /// A burst, such as the start of a run, is let pass.
  private static final int PATIENCE = 2;

  private long windowBegin;
  private ProcessEffort atBegin;
  private int exceeded;
  private double callsPerSecond;

  /// @param now on the monotonic clock
  CallBudget(long now, ProcessEffort first) {
    windowBegin = now;
    atBegin = first;
  }

  /// Whether it has been too many for two windows of a second, one after the other.
  boolean isExceeded(long now, ProcessEffort effort) {
    long elapsed = now - windowBegin;
    if (elapsed < WINDOW_NANOS) {
      return false;
    }
    long calls = effort.calls() - atBegin.calls();
    double spent = (double) calls * NANOS_OF_A_CALL;
    boolean isTooMuch =
        spent > (double) FREE_NANOS * elapsed / WINDOW_NANOS
            && spent > MOST_OF_PROCESS * (effort.cpuNanos() - atBegin.cpuNanos());
    exceeded = isTooMuch ? exceeded + 1 : 0;
    callsPerSecond = calls * 1e9 / elapsed;
    windowBegin = now;
    atBegin = effort;
    return exceeded >= PATIENCE;
  }

  /// What was too much, for people.
  String why() {
    return String.format(
        Locale.ROOT,
        "its process reads and writes %,.0f times a second, and to look at the clock before and"
            + " after each takes more than %.1f %% of its processor time (--watch deep does)",
        callsPerSecond,
        100 * MOST_OF_PROCESS);
  }
}
