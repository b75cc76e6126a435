package dev.takt.watch.probe;

import dev.takt.record.NanoClock;
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
  }

  /// The index of the variable: far enough from the array's header and its end that nothing else is
  /// on its cache lines.
  private static final int AT = 64;

  private static final int LONGS = 256;
  private static final int LONGS_PER_LINE = 64 / Long.BYTES;
  private static final int ATTEMPTS_PER_ROUND = 4;
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final long[] cells = new long[LONGS];
  private final CostMeter meter = new CostMeter(NanoClock.SYSTEM);
  private final Length length;
  private final @Nullable Integer hammerOn;

  /// Always 0, which the compiler cannot know.
  private volatile int mask;

  /// @param hammerOn the processor of the contending thread; null for no pinning
  MemoryRounds(Length length, @Nullable Integer hammerOn) {
    this.length = length;
    this.hammerOn = hammerOn;
  }

  /// Measures one case after the other.
  void run(List<MemoryCase> cases, Listener listener) throws InterruptedException {
    for (MemoryCase each : cases) {
      run(each, listener);
    }
  }

  private void run(MemoryCase which, Listener listener) throws InterruptedException {
    int noMask = mask;
    CostMeter.Loop loop = times -> which.access().loop(cells, AT, noMask, times);
    switch (which.company()) {
      case ALONE -> alone(which, loop, listener);
      case SAME_LINE -> contended(which, loop, AT, listener);
      case NEXT_LINE -> contended(which, loop, AT + LONGS_PER_LINE, listener);
    }
  }

  private void alone(MemoryCase which, CostMeter.Loop loop, Listener listener) {
    int times = meter.timesIn(loop, length.roundNanos(), length.warmupNanos());
    for (int i = 0; i < length.rounds(); i++) {
      listener.round(which, meter.round(loop, times));
    }
  }

  /// Rounds in which the contending thread did not run are discarded.
  private void contended(MemoryCase which, CostMeter.Loop loop, int hammered, Listener listener)
      throws InterruptedException {
    try (Hammer hammer = new Hammer(cells, hammered, mask, hammerOn)) {
      awaitFirstBlow(hammer);
      int times = meter.timesIn(loop, length.roundNanos(), length.warmupNanos());
      int attempts = ATTEMPTS_PER_ROUND * length.rounds();
      for (int done = 0; done < length.rounds() && attempts > 0; attempts--) {
        long blows = hammer.blows();
        long cost = meter.round(loop, times);
        if (hammer.blows() != blows) {
          listener.round(which, cost);
          done++;
        }
      }
    }
  }

  private static void awaitFirstBlow(Hammer hammer) {
    long begin = System.nanoTime();
    while (hammer.blows() == 0 && System.nanoTime() - begin < PATIENCE_NANOS) {
      Thread.onSpinWait();
    }
  }
}
