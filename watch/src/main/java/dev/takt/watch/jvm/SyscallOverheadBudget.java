package dev.takt.watch.jvm;

import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.SustainedThreshold;

/// Decides whether recording a process's read and write calls costs too much.
///
/// A JVM that records calls above a threshold reads the clock before and after every call. That was
/// measured as 0.1 µs for each call that the kernel counts: more than 1 % of a request that takes
/// 33 µs of CPU and four such calls. It is negligible for a process that does much between two
/// calls or makes few of them. So the budget is a share of the process's own CPU time, plus a small
/// share of a processor that is always allowed. Not thread-safe.
final class SyscallOverheadBudget {

  private static final int NANOS_PER_CALL = 100;

  /// The allowed share of the process's own CPU time.
  private static final double MAX_PROCESS_SHARE = 0.005;

  /// The share of a processor that is always allowed: it matters only to a process that is always
  /// busy.
  private static final double FREE_CORE_SHARE = 0.002;

  private final SustainedThreshold threshold;
  private ProcessIoStats windowStart;
  private double callsPerSecond;

  /// @param now the current time on the monotonic clock
  SyscallOverheadBudget(long now, ProcessIoStats first) {
    threshold = new SustainedThreshold(now);
    windowStart = first;
  }

  /// Whether the cost was over the budget for two consecutive windows of a second.
  boolean isExceeded(long now, ProcessIoStats effort) {
    long elapsed = threshold.pollWindowNanos(now);
    if (elapsed == 0) {
      return false;
    }
    long calls = effort.calls() - windowStart.calls();
    long cpu = effort.cpuNanos() - windowStart.cpuNanos();
    double cost = (double) calls * NANOS_PER_CALL;
    callsPerSecond = calls * 1e9 / elapsed;
    windowStart = effort;
    return threshold.record(cost > FREE_CORE_SHARE * elapsed && cost > MAX_PROCESS_SHARE * cpu);
  }

  /// Why the budget is exceeded, as text for people.
  String reason() {
    return EnglishText.format(
        "its process reads and writes %,.0f times a second. Recording them would take more than"
            + " %.1f %% of its CPU time (--watch deep records them)",
        callsPerSecond, 100 * MAX_PROCESS_SHARE);
  }
}
