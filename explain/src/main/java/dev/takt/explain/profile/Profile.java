package dev.takt.explain.profile;

import java.util.List;

/// Where a target's CPU time went, in the slow moments and in the rest.
///
/// @param tree the stacks of the time that is compared
/// @param balance of the whole time in which threads were looked at
/// @param slow which moments are the slow ones
/// @param limitNanos an operation that took longer is slow
/// @param limitOrigin where the limit comes from, for people: `the run's p99`
/// @param fromNanoTime the begin of the time that is compared
/// @param toNanoTime its end
/// @param periodNanos after how much CPU time each thread was sampled
/// @param clockErrorNanos how far samples and operations can be apart in time
/// @param notes what a reader must know of it, a sentence each
public record Profile(
    CallTree tree,
    BalanceSheet balance,
    SlowMoments slow,
    long limitNanos,
    String limitOrigin,
    long fromNanoTime,
    long toNanoTime,
    long periodNanos,
    long clockErrorNanos,
    List<String> notes) {

  /// How long the slow moments are together.
  public long slowNanos() {
    return slow.nanosBetween(fromNanoTime, toNanoTime);
  }

  /// How long the rest is.
  public long restNanos() {
    return toNanoTime - fromNanoTime - slowNanos();
  }

  /// How many processors were busy with what was sampled, in the slow moments; 0 if there are none.
  public double slowProcessors() {
    long nanos = slowNanos();
    return nanos <= 0 ? 0 : (double) tree.total().slowNanos() / nanos;
  }

  /// How many processors were busy with what was sampled, in the rest.
  public double restProcessors() {
    long nanos = restNanos();
    return nanos <= 0 ? 0 : (double) tree.total().restNanos() / nanos;
  }
}
