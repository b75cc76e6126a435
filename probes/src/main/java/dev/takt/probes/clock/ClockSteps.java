package dev.takt.probes.clock;

import dev.takt.record.LatencyHistogram;
import java.util.Arrays;
import java.util.function.LongSupplier;

/// Reads a clock repeatedly and records the steps between reads, and whether it goes backwards.
///
/// Steps shorter than a read cannot be observed. But all steps of a coarse clock are multiples of
/// one unit, which is found as their greatest common divisor. Not thread-safe.
final class ClockSteps {

  private final LongSupplier clock;
  private final LatencyHistogram steps;
  private long[] pending = new long[0];
  private int pendingSteps;
  private long pendingReads;
  private boolean isNewRound;
  private long last;
  private long smallest;
  private long unit;
  private long count;
  private long reads;
  private long backwards;
  private long worst;

  /// @param steps receives the steps, in nanoseconds
  ClockSteps(LongSupplier clock, LatencyHistogram steps) {
    this.clock = clock;
    this.steps = steps;
    this.last = clock.getAsLong();
  }

  /// Reads the clock this many times, as a part of a round.
  ///
  /// @return the last value
  long read(int times) {
    if (isNewRound) {
      // What else happened since the round before is no step of the clock, unless it went back.
      long now = clock.getAsLong();
      if (now < last) {
        changed(now - last);
      }
      last = now;
      isNewRound = false;
    }
    if (pending.length < pendingSteps + times) {
      pending = Arrays.copyOf(pending, pendingSteps + times);
    }
    for (int i = 0; i < times; i++) {
      long now = clock.getAsLong();
      long step = now - last;
      if (step != 0) {
        changed(step);
      }
      last = now;
    }
    pendingReads += times;
    return last;
  }

  /// Ends a round. The steps of a disturbed one do not count, unless they go backwards.
  void endRound(boolean isDisturbed) {
    if (!isDisturbed) {
      for (int i = 0; i < pendingSteps; i++) {
        add(pending[i]);
      }
      reads += pendingReads;
    }
    pendingSteps = 0;
    pendingReads = 0;
    isNewRound = true;
  }

  private void changed(long step) {
    if (step < 0) {
      backwards++;
      worst = Math.max(worst, -step);
      return;
    }
    pending[pendingSteps++] = step;
  }

  private void add(long step) {
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

  /// The steps of all rounds that have ended.
  ClockResult.Steps result() {
    return new ClockResult.Steps(
        reads, count, smallest, unit, steps.valueAtPercentile(50), backwards, worst);
  }
}
