package dev.takt.record.hiccup;

import dev.takt.record.histogram.Correction;
import dev.takt.record.histogram.Counts;

/// The hiccups of an interval by their length: as measured, and with the samples that a thread that
/// sleeps through a hiccup cannot take.
///
/// Not thread-safe.
final class HiccupCounts {

  /// Every histogram of a log covers a whole day, though its counts take only what they need: there
  /// are readers for whom the first one decides how long a hiccup may be.
  private static final int BITS_OF_A_DAY = 47;

  private final Counts raw;
  private final Counts corrected;
  private final long expectedInterval;
  private final int buckets;

  HiccupCounts(HiccupSettings settings) {
    raw = new Counts(settings.layout());
    corrected = new Counts(settings.layout());
    expectedInterval = settings.resolutionNanos();
    buckets = settings.layout().bucketsFor((1L << BITS_OF_A_DAY) - 1);
    clear();
  }

  /// @throws OutOfMemoryError if there is none for one so long, which can then be missing in either
  void add(long nanos) {
    Correction.addCorrected(corrected, nanos, expectedInterval);
    raw.add(raw.layout().slotOf(nanos), 1);
  }

  Counts raw() {
    return raw;
  }

  Counts corrected() {
    return corrected;
  }

  void clear() {
    for (Counts each : new Counts[] {raw, corrected}) {
      each.clear();
      each.coverBuckets(buckets);
    }
  }
}
