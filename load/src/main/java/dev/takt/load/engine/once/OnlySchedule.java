package dev.takt.load.engine.once;

import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/// A few arrivals, all due at the start.
///
/// @param numbers of the arrivals
/// @param isEachKind whether arrival `numbers[i]` is of the kind `i`
@SuppressWarnings("ArrayRecordComponent") // never compared
record OnlySchedule(long[] numbers, boolean isEachKind) implements Schedule {

  /// A user of journeys.
  static OnlySchedule ofUser(long number) {
    return new OnlySchedule(new long[] {number}, false);
  }

  /// One operation of each kind.
  ///
  /// @param first the number of the first operation of a kind
  static OnlySchedule ofEachKind(int kinds, IntToLongFunction first) {
    return new OnlySchedule(IntStream.range(0, kinds).mapToLong(first).toArray(), true);
  }

  @Override
  public Arrivals arrivals() {
    return new Arrivals() {
      private int begun;

      @Override
      public long next() {
        return begun++ < numbers.length ? 0 : END;
      }

      @Override
      public long number() {
        return numbers[begun - 1];
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
    int kind = 0;
    while (isEachKind && numbers[kind] != n) {
      kind++;
    }
    return isEachKind ? kind : -1;
  }
}
