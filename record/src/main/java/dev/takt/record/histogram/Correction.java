package dev.takt.record.histogram;

/// The correction for coordinated omission (Gil Tene), after the fact or for each value as it is
/// counted. A value `v` that is longer than the expected interval `e` between values stands for
/// requests that should have been made while it lasted. They would have taken `v - e`, `v - 2e` and
/// so on, down to `e`.
///
/// The result is an estimate. It assumes that requests were made one at a time at a steady rate,
/// and that the omitted ones would have ended together with the slow one.
public final class Correction {

  /// This many steps take a second or two. Counts that need more are no histogram of latencies.
  private static final long MAX_STEPS = 500_000_000;

  private Correction() {}

  /// Counts a value together with the values that were omitted because of it, as HdrHistogram's
  /// `recordValueWithExpectedInterval` does.
  ///
  /// The time is proportional to the number of slots below the value, however small the expected
  /// interval is.
  ///
  /// @param counts of integers
  /// @param value not negative
  /// @param expectedInterval between values, in their unit; 0 or less corrects nothing
  public static void addCorrected(Counts counts, long value, long expectedInterval) {
    counts.add(counts.layout().slotOf(value), 1);
    if (expectedInterval > 0) {
      int unused = addOmitted(counts, value, 1, expectedInterval);
    }
  }

  /// Returns the counts together with the omitted values. As in HdrHistogram, a value counts as the
  /// upper end of its slot.
  ///
  /// The time per value is proportional to the number of slots below it, however small the expected
  /// interval is.
  ///
  /// @param expectedInterval between values, in their unit; positive
  /// @throws IllegalArgumentException if the expected interval is not positive, the values are not
  ///   integers, or there are so many values and so small an interval that the correction would
  ///   take minutes
  /// @throws ArithmeticException if there would be more than 2^63 - 1 values
  public static Counts corrected(Counts counts, long expectedInterval) {
    if (expectedInterval <= 0) {
      throw new IllegalArgumentException(
          "the expected interval is " + expectedInterval + ", not positive");
    }
    Layout layout = counts.layout();
    if (layout.fractional()) {
      throw new IllegalArgumentException("a histogram of doubles cannot be corrected");
    }
    Counts corrected = new Counts(layout);
    corrected.add(counts);
    int used = counts.usedLength();
    long steps = 0;
    for (int slot = 0; slot < used; slot++) {
      if (counts.at(slot) != 0) {
        steps +=
            addOmitted(corrected, layout.highestInteger(slot), counts.at(slot), expectedInterval);
      }
      if (steps > MAX_STEPS) {
        throw new IllegalArgumentException(
            "so many values cannot be corrected by so small an expected interval");
      }
    }
    return corrected;
  }

  /// Adds `count` times the values `value - k * interval` that are not less than the interval. It
  /// goes slot by slot, not value by value.
  ///
  /// @return the number of slots that it visited
  private static int addOmitted(Counts corrected, long value, long count, long interval) {
    Layout layout = corrected.layout();
    long next = value - interval;
    int steps = 0;
    while (next >= interval) {
      int slot = layout.slotOf(next);
      long floor = Math.max(layout.lowestInteger(slot), interval);
      long times = (next - floor) / interval + 1;
      corrected.add(slot, Math.multiplyExact(times, count));
      next -= times * interval;
      steps++;
    }
    return steps;
  }
}
