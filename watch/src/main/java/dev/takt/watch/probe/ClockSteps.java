package dev.takt.watch.probe;

import dev.takt.record.LatencyHistogram;
import java.util.function.LongSupplier;

/// Reads a clock over and over, and watches in which steps it goes on, and whether it goes back.
///
/// A step cannot be seen that is shorter than a read takes; but steps of a coarse clock are all
/// multiples of one unit, which shows.
///
/// Not thread-safe.
final class ClockSteps {

  private final LongSupplier clock;
  private final LatencyHistogram steps;
  private long last;
  private long smallest;
  private long unit;
  private long count;
  private long reads;
  private long backwards;
  private long worst;

  /// @param steps where the steps go, in nanoseconds
  ClockSteps(LongSupplier clock, LatencyHistogram steps) {
    this.clock = clock;
    this.steps = steps;
    this.last = clock.getAsLong();
  }

  /// Reads so often.
  void read(int times) {
    for (int i = 0; i < times; i++) {
      long now = clock.getAsLong();
      long step = now - last;
      if (step != 0) {
        changed(step);
      }
      last = now;
    }
    reads += times;
  }

  private void changed(long step) {
    if (step < 0) {
      backwards++;
      worst = Math.max(worst, -step);
      return;
    }
    count++;
    steps.record(step);
    smallest = smallest == 0 ? step : Math.min(smallest, step);
    if (unit != 1) {
      unit = commonDivisor(step, unit);
    }
  }

  private static long commonDivisor(long a, long b) {
    return b == 0 ? a : commonDivisor(b, a % b);
  }

  ClockResult.Steps result() {
    return new ClockResult.Steps(
        reads, count, smallest, unit, steps.valueAtPercentile(50), backwards, worst);
  }
}
