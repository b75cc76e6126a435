package dev.takt.record.histogram;

/// The correction for coordinated omission (Gil Tene), after the fact or of each value as it is
/// counted: a value `v` that is longer than the expected interval `e` between values stands for
/// requests that should have been made while it lasted, and that would have taken `v - e`, `v - 2e`
/// and so on, down to `e`.
///
/// An estimate: it assumes that one request at a time was made at a steady rate, and that those
/// left out would have ended with the one that was waited for.
public final class Correction {

  /// A second or two. What needs more is no histogram of latencies.
  private static final long MAX_STEPS = 500_000_000;

  private Correction() {}

  /// Counts a value together with those that were left out because of it, as HdrHistogram's
  /// `recordValueWithExpectedInterval` does.
  ///
  /// It takes time in proportion to the slots below the value, however small the expected interval
  /// is.
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

  /// The counts together with those that were left out. As in HdrHistogram, a value counts as the
  /// upper end of its slot.
  ///
  /// A value takes time in proportion to the number of slots below it, however small the expected
  /// interval is.
  ///
  /// @param expectedInterval between values, in their unit; positive
  /// @throws IllegalArgumentException if the expected interval is not positive, the values are not
  ///   integers, or they are so many and the interval so small that it would take minutes
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

  /// Adds `count` times the values `value - k * interval` that are not less than the interval, slot
  /// by slot and not value by value.
  ///
  /// @return how many slots that took
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
