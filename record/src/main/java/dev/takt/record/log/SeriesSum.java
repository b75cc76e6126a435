package dev.takt.record.log;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.histogram.Spectrum;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The sum of the intervals of one series, in as many counts as there are layouts: almost always
/// one.
///
/// Not thread-safe.
final class SeriesSum {

  /// In an order that does not depend on which counts were used before.
  private static final Comparator<Counts> BY_LAYOUT =
      Comparator.comparing(
          Counts::layout,
          Comparator.comparingInt(Layout::significantDigits)
              .thenComparingInt(Layout::unitMagnitude));

  /// Doubles may have another layout in each interval: not all are kept for the next series.
  private static final int SPARE_LAYOUTS = 4;

  private @Nullable String tag;
  private final List<Counts> parts = new ArrayList<>(1);
  private long intervals;
  private long start = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;
  private long firstStart = Long.MAX_VALUE;
  private int firstBuckets;
  private @Nullable Layout firstLayout;

  SeriesSum(@Nullable String tag) {
    this.tag = tag;
  }

  /// Adds an interval.
  ///
  /// @throws MalformedException if its histogram is damaged; then nothing was added
  void add(RawInterval interval, HistogramDecoder decoder) throws MalformedException {
    Layout layout = decoder.open(interval.bytes(), interval.from(), interval.to());
    long unused = decoder.addTo(countsOf(layout));
    intervals++;
    noteFirst(interval.start(), layout, decoder.declaredBuckets());
    start = Math.min(start, interval.start());
    end = Math.max(end, interval.end());
  }

  /// The first interval decides of how many buckets the sum is, as in HistogramLogProcessor; of
  /// several that start together the largest, so that it does not depend on threads.
  private void noteFirst(long at, Layout layout, int buckets) {
    if (at < firstStart || (at == firstStart && buckets > firstBuckets)) {
      firstStart = at;
      firstBuckets = buckets;
      firstLayout = layout;
    }
  }

  private Counts countsOf(Layout layout) {
    for (Counts each : parts) {
      if (each.layout().equals(layout)) {
        return each;
      }
    }
    Counts counts = new Counts(layout);
    parts.add(counts);
    return counts;
  }

  /// Adds another sum of the same series.
  void add(SeriesSum other) {
    for (Counts each : other.parts) {
      countsOf(each.layout()).add(each);
    }
    intervals += other.intervals;
    if (other.firstLayout != null) {
      noteFirst(other.firstStart, other.firstLayout, other.firstBuckets);
    }
    start = Math.min(start, other.start);
    end = Math.max(end, other.end);
  }

  /// Forgets everything but the memory that the counts take.
  void reuse(@Nullable String next) {
    tag = next;
    if (parts.size() > SPARE_LAYOUTS) {
      parts.clear();
    }
    parts.forEach(Counts::clear);
    intervals = 0;
    start = Long.MAX_VALUE;
    end = Long.MIN_VALUE;
    firstStart = Long.MAX_VALUE;
    firstBuckets = 0;
    firstLayout = null;
  }

  @Nullable String tag() {
    return tag;
  }

  /// The counts, one for each layout that has any; those of the first interval if none has. There
  /// must be an interval.
  List<Counts> parts() {
    Counts first = countsOf(Objects.requireNonNull(firstLayout));
    first.coverBuckets(firstBuckets);
    List<Counts> filled =
        parts.stream().filter(each -> each.total() > 0).sorted(BY_LAYOUT).toList();
    return filled.isEmpty() ? List.of(first) : filled;
  }

  long intervals() {
    return intervals;
  }

  /// What was summed up, or null if that is no interval.
  @Nullable Series toSeries() {
    if (intervals == 0) {
      return null;
    }
    return new Series(tag, intervals, start, end, Spectrum.of(parts()), layouts());
  }

  private List<Layout> layouts() {
    return parts.stream().filter(each -> each.total() > 0).map(Counts::layout).toList();
  }
}
