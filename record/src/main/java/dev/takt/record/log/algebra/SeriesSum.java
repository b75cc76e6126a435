package dev.takt.record.log.algebra;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.histogram.Spectrum;
import dev.takt.record.log.parse.RawInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sum of the intervals of one series, with one set of counts per layout: almost always one.
///
/// Not thread-safe.
final class SeriesSum {

  /// The sum of the histograms that share a layout.
  private static final class Part {
    final Counts counts;
    long firstStart = Long.MAX_VALUE;
    int firstBuckets;

    Part(Layout layout) {
      counts = new Counts(layout);
    }

    /// The first histogram determines the number of buckets of the sum, as in
    /// HistogramLogProcessor. Of several that start together the largest one does, so that the
    /// result does not depend on threads.
    void noteFirst(long start, int buckets) {
      if (start < firstStart || (start == firstStart && buckets > firstBuckets)) {
        firstStart = start;
        firstBuckets = buckets;
      }
    }

    boolean isUsed() {
      return firstBuckets > 0;
    }

    void clear() {
      counts.clear();
      firstStart = Long.MAX_VALUE;
      firstBuckets = 0;
    }

    Counts covered() {
      counts.coverBuckets(firstBuckets);
      return counts;
    }
  }

  /// An order that does not depend on which counts were used first.
  private static final Comparator<Part> BY_LAYOUT =
      Comparator.comparing(
          part -> part.counts.layout(),
          Comparator.comparingInt(Layout::significantDigits)
              .thenComparingInt(Layout::unitMagnitude));

  /// Doubles can have another layout in each interval, so not all counts are kept for the next
  /// series.
  private static final int SPARE_LAYOUTS = 4;

  private @Nullable String tag;
  private final List<Part> parts = new ArrayList<>(1);
  private long intervals;
  private long start = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  SeriesSum(@Nullable String tag) {
    this.tag = tag;
  }

  /// Adds an interval.
  ///
  /// @throws MalformedException if its histogram is damaged; then nothing was added
  void add(RawInterval interval, HistogramDecoder decoder) throws MalformedException {
    Layout layout = interval.open(decoder);
    Part part = partOf(layout);
    long unused = decoder.addTo(part.counts);
    part.noteFirst(interval.start(), decoder.declaredBuckets());
    intervals++;
    start = Math.min(start, interval.start());
    end = Math.max(end, interval.end());
  }

  private Part partOf(Layout layout) {
    for (Part each : parts) {
      if (each.counts.layout().equals(layout)) {
        return each;
      }
    }
    Part part = new Part(layout);
    parts.add(part);
    return part;
  }

  /// Adds another sum of the same series.
  void add(SeriesSum other) {
    for (Part each : other.parts) {
      if (each.isUsed()) {
        Part part = partOf(each.counts.layout());
        part.counts.add(each.counts);
        part.noteFirst(each.firstStart, each.firstBuckets);
      }
    }
    intervals += other.intervals;
    start = Math.min(start, other.start);
    end = Math.max(end, other.end);
  }

  /// Clears the sum, and keeps the memory of its counts.
  void reuse(@Nullable String next) {
    tag = next;
    if (parts.size() > SPARE_LAYOUTS) {
      parts.clear();
    }
    parts.forEach(Part::clear);
    intervals = 0;
    start = Long.MAX_VALUE;
    end = Long.MIN_VALUE;
  }

  @Nullable String tag() {
    return tag;
  }

  /// The counts of each layout that has any; one set without counts if none has. Requires at least
  /// one interval.
  List<Counts> parts() {
    List<Counts> used =
        parts.stream().filter(Part::isUsed).sorted(BY_LAYOUT).map(Part::covered).toList();
    List<Counts> filled = used.stream().filter(each -> each.total() > 0).toList();
    return filled.isEmpty() ? used.subList(0, 1) : filled;
  }

  long intervals() {
    return intervals;
  }

  /// The begin of the earliest interval.
  long start() {
    return start;
  }

  /// The end of the last interval.
  long end() {
    return end;
  }

  /// The sum, or null if there was no interval.
  @Nullable Series toSeries() {
    if (intervals == 0) {
      return null;
    }
    return new Series(tag, intervals, start, end, Spectrum.of(parts()), layouts());
  }

  private List<Layout> layouts() {
    return parts().stream().filter(each -> each.total() > 0).map(Counts::layout).toList();
  }
}
