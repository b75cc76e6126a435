package dev.takt.load.engine.once;

import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;

/// A few arrivals, all due at the start.
///
/// @param first the number of the first arrival
/// @param count how many there are
/// @param isEachKind whether arrival `first + i` is of the kind `i`
record OnlySchedule(long first, int count, boolean isEachKind) implements Schedule {

  @Override
  public Arrivals arrivals() {
    return new Arrivals() {
      private int begun;

      @Override
      public long next() {
        return begun++ < count ? 0 : END;
      }

      @Override
      public long number() {
        return first + begun - 1;
      }
    };
  }

  @Override
  public long durationNanos() {
    return Long.MAX_VALUE;
  }

  @Override
  public double meanRate() {
    return Double.NaN;
  }

  @Override
  public int operationOf(long n) {
    return isEachKind ? (int) (n - first) : -1;
  }
}
