package dev.takt.record.hiccup;

import dev.takt.record.histogram.Correction;
import dev.takt.record.histogram.Counts;

/// The hiccups of an interval by length: as measured, and corrected by the samples that a sleeping
/// thread misses during a hiccup.
///
/// The arrays keep the size that the longest hiccup so far needed. Not thread-safe.
final class HiccupCounts {

  /// 39 hours. Every histogram of a log declares this range, though its counts take only the memory
  /// they need: some readers limit all further hiccups to the range of the first histogram.
  private static final long MAX_TRACKABLE_NANOS = (1L << 47) - 1;

  private final Counts raw;
  private final Counts corrected;
  private final long expectedInterval;

  HiccupCounts(HiccupSettings settings) {
    raw = new Counts(settings.layout());
    corrected = new Counts(settings.layout());
    expectedInterval = settings.resolutionNanos();
    clear();
  }

  /// Counts a hiccup, in both counts or in neither.
  ///
  /// @param nanos not negative; more than 39 hours count as 39 hours
  /// @throws OutOfMemoryError if there is no memory for the slots of such a hiccup
  void add(long nanos) {
    long length = Math.min(nanos, MAX_TRACKABLE_NANOS);
    int slot = raw.layout().slotOf(length);
    raw.reserve(slot);
    corrected.reserve(slot);
    raw.add(slot, 1);
    Correction.addCorrected(corrected, length, expectedInterval);
  }

  Counts raw() {
    return raw;
  }

  Counts corrected() {
    return corrected;
  }

  void clear() {
    clear(raw);
    clear(corrected);
  }

  private static void clear(Counts counts) {
    counts.clear();
    counts.coverUpTo(MAX_TRACKABLE_NANOS);
  }
}
