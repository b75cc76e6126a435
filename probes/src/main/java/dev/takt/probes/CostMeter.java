package dev.takt.probes;

import dev.takt.record.NanoClock;

/// Measures the cost of an operation that is too short to be timed alone, by timing a loop of many.
///
/// The cost includes the loop itself. The results are kept, so that the compiler cannot eliminate
/// the operations as dead code. Not thread-safe.
public final class CostMeter {

  /// Costs are given for this many operations, so that a nanosecond is a picosecond of each.
  public static final int OPERATIONS = 1000;

  private static final int MIN_TIMES = 1000;
  private static final int MAX_TIMES = 1 << 30;

  /// A loop around the measured operation.
  public interface Loop {
    /// @return a value that depends on all operations
    long run(int times);
  }

  private final NanoClock clock;
  private final NanoClock cpuTime;
  private final NanoClock stolenTime;
  private long stolenUntil;
  private long sink;
  private boolean isDisturbed;
  private long lastNanos;

  /// @param clock measures the rounds
  /// @param cpuTime the CPU time of the thread that runs them
  /// @param stolenTime what the hypervisor took from the processors; it is asked between rounds
  public CostMeter(NanoClock clock, NanoClock cpuTime, NanoClock stolenTime) {
    this.clock = clock;
    this.cpuTime = cpuTime;
    this.stolenTime = stolenTime;
    stolenUntil = stolenTime.nanoTime();
  }

  /// A meter for the calling thread.
  public static CostMeter ofThisThread() {
    // Without CPU times, no round counts as disturbed.
    return new CostMeter(
        NanoClock.SYSTEM,
        Disturbance.isKnown() ? Disturbance.OWN_CPU_TIME : NanoClock.SYSTEM,
        new StolenTime());
  }

  /// Finds how many operations fit into a time, by running them; at least a thousand.
  ///
  /// This is also the warm-up, in which the loop is compiled.
  ///
  /// @param nanos the duration of a round
  /// @param warmupNanos the shortest duration of the warm-up
  public int calibrate(Loop loop, long nanos, long warmupNanos) {
    long begin = clock.nanoTime();
    int times = MIN_TIMES;
    while (true) {
      long from = clock.nanoTime();
      sink += loop.run(times);
      long now = clock.nanoTime();
      stolenUntil = stolenTime.nanoTime();
      long took = Math.max(1, now - from);
      double fitting = Math.clamp((double) times * nanos / took, MIN_TIMES, MAX_TIMES);
      if (now - begin >= warmupNanos && took >= nanos / 2) {
        return (int) fitting;
      }
      if (fitting <= MIN_TIMES && now - begin >= warmupNanos) {
        return MIN_TIMES;
      }
      // Step by step: the first rounds run in the interpreter, and predict later ones badly.
      times = (int) Math.clamp(fitting, times / 2.0, Math.min(4.0 * times, MAX_TIMES));
      times = Math.max(MIN_TIMES, times);
    }
  }

  /// Times one round.
  ///
  /// @return the cost of a thousand operations, in nanoseconds
  public long round(Loop loop, int times) {
    long cpuFrom = cpuTime.nanoTime();
    long from = clock.nanoTime();
    long result = loop.run(times);
    long took = clock.nanoTime() - from;
    long cpuNanos = cpuTime.nanoTime() - cpuFrom;
    long stolen = stolenTime.nanoTime();
    isDisturbed = Disturbance.isDisturbed(took, cpuNanos) || stolen > stolenUntil;
    stolenUntil = stolen;
    lastNanos = took;
    sink += result;
    return Math.round((double) took * OPERATIONS / times);
  }

  /// Whether the thread did not have its processor all the time in the last round, or the
  /// hypervisor took one of its processors since it was asked last, up to 10 ms before.
  public boolean isDisturbed() {
    return isDisturbed;
  }

  /// The length of the last round.
  public long lastNanos() {
    return lastNanos;
  }

  /// The sum of all results.
  long sink() {
    return sink;
  }
}
