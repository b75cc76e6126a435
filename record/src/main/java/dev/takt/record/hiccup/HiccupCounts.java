package dev.takt.record.hiccup;

import dev.takt.record.histogram.Correction;
import dev.takt.record.histogram.Counts;

/// The hiccups of an interval by their length: as measured, and with the samples that a thread that
/// sleeps through a hiccup cannot take.
///
/// It keeps the room that its longest hiccup so far has needed. Not thread-safe.
final class HiccupCounts {

  /// 39 hours. Every histogram of a log reaches so far, though its counts take only what they need:
  /// there are readers for whom the first one decides how long a hiccup may be.
  private static final long LONGEST = (1L << 47) - 1;

  private final Counts raw;
  private final Counts corrected;
  private final long expectedInterval;

  HiccupCounts(HiccupSettings settings) {
    raw = new Counts(settings.layout());
    corrected = new Counts(settings.layout());
    expectedInterval = settings.resolutionNanos();
    clear();
  }

  /// Counts a hiccup, in both or in neither.
  ///
  /// @param nanos not negative; more than 39 hours count as these
  /// @throws OutOfMemoryError if there is none for one so long
  void add(long nanos) {
    long length = Math.min(nanos, LONGEST);
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
    counts.coverUpTo(LONGEST);
  }
}
