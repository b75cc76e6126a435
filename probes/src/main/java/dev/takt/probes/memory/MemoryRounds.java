package dev.takt.probes.memory;

import dev.takt.probes.CostMeter;
import dev.takt.probes.Disturbance;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs the rounds of all cases in one JVM. Not thread-safe.
final class MemoryRounds {

  /// The length of the measurement.
  ///
  /// @param rounds how many rounds of each case
  /// @param roundNanos the approximate duration of a round
  /// @param warmupNanos the shortest warm-up of each case
  record Length(int rounds, long roundNanos, long warmupNanos) {}

  /// Receives the result of each round.
  interface Listener {
    /// @param nanosForThousand the cost of a thousand operations
    void round(MemoryCase which, long nanosForThousand);

    /// A round was disturbed, and has no result.
    default void disturbed(MemoryCase which) {}
  }

  /// The index of the variable: far enough from the array's header and its end that nothing else is
  /// on its cache lines.
  private static final int INDEX = 64;

  private static final int LONGS = 256;
  private static final int LONGS_PER_LINE = 64 / Long.BYTES;
  private static final int ATTEMPTS_PER_ROUND = 4;
  private static final long START_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final long[] cells = new long[LONGS];
  private final CostMeter meter = CostMeter.ofThisThread();
  private final Length length;
  private final @Nullable Integer contenderCpu;

  /// Always 0, which the compiler cannot know.
  private volatile int mask;

  /// @param contenderCpu the processor of the contending thread; null for no pinning
  MemoryRounds(Length length, @Nullable Integer contenderCpu) {
    this.length = length;
    this.contenderCpu = contenderCpu;
  }

  /// Measures one case after the other.
  void run(List<MemoryCase> cases, Listener listener) throws InterruptedException {
    for (MemoryCase each : cases) {
      run(each, listener);
    }
  }

  private void run(MemoryCase which, Listener listener) throws InterruptedException {
    int noMask = mask;
    CostMeter.Loop loop = times -> which.access().loop(cells, INDEX, noMask, times);
    switch (which.contention()) {
      case ALONE -> runAlone(which, loop, listener);
      case SAME_LINE -> runContended(which, loop, INDEX, listener);
      case NEXT_LINE -> runContended(which, loop, INDEX + LONGS_PER_LINE, listener);
    }
  }

  private void runAlone(MemoryCase which, CostMeter.Loop loop, Listener listener) {
    int times = meter.calibrate(loop, length.roundNanos(), length.warmupNanos());
    int attempts = ATTEMPTS_PER_ROUND * length.rounds();
    for (int done = 0; done < length.rounds() && attempts > 0; attempts--) {
      long cost = meter.round(loop, times);
      if (meter.isDisturbed()) {
        listener.disturbed(which);
      } else {
        listener.round(which, cost);
        done++;
      }
    }
  }

  /// Rounds in which the contending thread did not run all the time are disturbed, too.
  private void runContended(MemoryCase which, CostMeter.Loop loop, int hammered, Listener listener)
      throws InterruptedException {
    try (CacheLineContender hammer = new CacheLineContender(cells, hammered, mask, contenderCpu)) {
      awaitFirstBatch(hammer);
      int times = meter.calibrate(loop, length.roundNanos(), length.warmupNanos());
      int attempts = ATTEMPTS_PER_ROUND * length.rounds();
      for (int done = 0; done < length.rounds() && attempts > 0; attempts--) {
        long blows = hammer.batches();
        long cpuTime = hammer.cpuTime();
        long cost = meter.round(loop, times);
        if (meter.isDisturbed()
            || hammer.batches() == blows
            || Disturbance.isDisturbed(meter.lastNanos(), hammer.cpuTime() - cpuTime)) {
          listener.disturbed(which);
        } else {
          listener.round(which, cost);
          done++;
        }
      }
    }
  }

  private static void awaitFirstBatch(CacheLineContender hammer) {
    long begin = System.nanoTime();
    while (hammer.batches() == 0 && System.nanoTime() - begin < START_TIMEOUT_NANOS) {
      Thread.onSpinWait();
    }
  }
}
