package dev.takt.explain.profile;

import dev.takt.runs.time.TimeInterval;
import java.util.List;

/// The CPU profile of a target, in the slow moments and in the rest.
///
/// @param tree the sampled stacks of the compared time
/// @param balance the balance sheet of the whole time for which thread times were recorded
/// @param slow the slow moments
/// @param compared the compared time, on the run's clock
/// @param periodNanos the CPU-time sampling period of each thread
/// @param clockErrorNanos the maximum error between the clocks of samples and operations
/// @param notes remarks for the reader, a sentence each
public record Profile(
    CallTree tree,
    CpuTimeCoverage balance,
    SlowMoments slow,
    TimeInterval compared,
    long periodNanos,
    long clockErrorNanos,
    List<String> notes) {

  /// The total length of the slow moments in the compared time.
  public long slowNanos() {
    return slow.nanosBetween(compared.begin(), compared.end());
  }

  /// The length of the rest of the compared time.
  public long restNanos() {
    return compared.nanos() - slowNanos();
  }

  /// The average number of CPUs busy with sampled code, in the slow moments; 0 if there are none.
  public double slowProcessors() {
    long nanos = slowNanos();
    return nanos <= 0 ? 0 : (double) tree.total().slow() / nanos;
  }

  /// The average number of CPUs busy with sampled code, in the rest.
  public double restProcessors() {
    long nanos = restNanos();
    return nanos <= 0 ? 0 : (double) tree.total().rest() / nanos;
  }
}
