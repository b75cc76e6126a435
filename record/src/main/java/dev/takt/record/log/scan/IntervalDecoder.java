package dev.takt.record.log.scan;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.parse.RawInterval;
import java.util.HashMap;
import java.util.Map;

/// Decodes intervals one after the other into reused counts, one for each layout.
///
/// Not thread-safe.
public final class IntervalDecoder {

  private final HistogramDecoder decoder = new HistogramDecoder();
  private final Map<Layout, Counts> scratch = new HashMap<>();

  /// Returns the interval's histogram, which the next call may overwrite.
  ///
  /// @throws MalformedException if it is damaged
  public Counts decode(RawInterval interval) throws MalformedException {
    Layout layout = interval.open(decoder);
    Counts counts = scratch.computeIfAbsent(layout, Counts::new);
    counts.clear();
    long unused = decoder.addTo(counts);
    counts.coverBuckets(decoder.declaredBuckets());
    return counts;
  }
}
