package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.BatchWork;
import dev.takt.record.log.EncodedInterval;
import dev.takt.record.log.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Records the positions of lines, and sums neighbouring lines in the same cell of the finest grid
/// of a [LogIndex].
///
/// An instance belongs to one thread.
final class LineIndexer implements BatchWork<LineIndexer.Part> {

  /// Slots that the open sums of one thread may take: 32 MB.
  private static final long MAX_SLOTS = 1 << 22;

  private static final int MAX_OPEN_CELLS = 1 << 10;

  /// The result of one batch of lines.
  ///
  /// @param logStart the origin, in nanoseconds since 1970
  /// @param lines rows of begin, end, position and size, by tag
  /// @param sums the parts of cells
  /// @param hasSplitHistogram whether a histogram does not stand in the log contiguously, so it
  ///   cannot be read again from its position
  record Part(
      long logStart, Map<String, LongRows> lines, List<CellPart> sums, boolean hasSplitHistogram) {}

  /// The sum of lines of one batch that lie in one cell.
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record CellPart(String tag, Layout layout, long cell, byte[] slots) {}

  /// The sum of lines of one tag and layout that is still added to.
  private static final class OpenCell {
    final Counts counts;
    long cell;
    boolean isOpen;

    OpenCell(Layout layout) {
      counts = new Counts(layout);
    }
  }

  private record Key(String tag, Layout layout) {}

  private final long medianIntervalNanos;
  private final HistogramDecoder decoder = new HistogramDecoder();
  private final SlotCodec slots = new SlotCodec();
  private final Map<Key, OpenCell> cells = new LinkedHashMap<>();
  private boolean hasSplitHistogram;

  LineIndexer(long medianIntervalNanos) {
    this.medianIntervalNanos = medianIntervalNanos;
  }

  /// Processes the lines tag by tag, so that the current sum stays in the CPU cache. Problems are
  /// reported in the order of the lines nevertheless.
  @Override
  public Part of(long logStart, List<? extends EncodedInterval> lines, Consumer<Problem> problems) {
    Map<String, List<EncodedInterval>> series = new LinkedHashMap<>();
    for (EncodedInterval each : lines) {
      String tag = each.tag() == null ? "" : each.tag();
      series.computeIfAbsent(tag, _ -> new ArrayList<>()).add(each);
    }
    Map<String, LongRows> places = new LinkedHashMap<>();
    List<CellPart> sums = new ArrayList<>();
    List<Problem> found = new ArrayList<>();
    hasSplitHistogram = false;
    series.forEach((tag, ofTag) -> {
      LongRows read = read(logStart, tag, ofTag, sums, found);
      if (read.rows() > 0) {
        places.put(tag, read);
      }
    });
    cells.forEach((key, open) -> close(key, open, sums));
    found.stream().sorted(Comparator.comparingLong(Problem::line)).forEach(problems);
    return new Part(logStart, places, sums, hasSplitHistogram);
  }

  /// @return the positions of the lines that could be read
  private LongRows read(
      long logStart,
      String tag,
      List<EncodedInterval> lines,
      List<CellPart> sums,
      List<Problem> problems) {
    LongRows places = new LongRows();
    for (EncodedInterval each : lines) {
      long begin = each.start() - logStart;
      try {
        Layout layout = each.open(decoder);
        long cell =
            BoundedIntervals.cellOf(
                begin, medianIntervalNanos, TagIndex.finestStep(medianIntervalNanos));
        var _ = decoder.addTo(counts(new Key(tag, layout), cell, sums));
        places.add(begin, each.end() - logStart, each.position(), each.size());
        hasSplitHistogram |= each.position() == EncodedInterval.NO_POSITION;
      } catch (MalformedException e) {
        problems.add(each.lost(e.reason()));
      }
    }
    return places;
  }

  /// The counts to which a line is added. Lines are mostly in the order of time: when another cell
  /// begins, the previous one is done, and its memory is reused while it is still in the CPU cache.
  /// A line out of order makes an additional part of its cell, which costs time but loses no count.
  private Counts counts(Key key, long cell, List<CellPart> sums) {
    OpenCell open = cells.get(key);
    if (open == null) {
      makeRoom(sums);
      open = new OpenCell(key.layout);
      cells.put(key, open);
    }
    if (open.cell != cell) {
      close(key, open, sums);
      open.cell = cell;
    }
    open.isOpen = true;
    return open.counts;
  }

  private void close(Key key, OpenCell open, List<CellPart> sums) {
    if (open.isOpen) {
      sums.add(new CellPart(key.tag, key.layout, open.cell, slots.encode(open.counts)));
      open.counts.clear();
      open.isOpen = false;
    }
  }

  /// Bounds the memory for a log with many tags and layouts.
  private void makeRoom(List<CellPart> sums) {
    boolean isTooMuch =
        cells.size() >= MAX_OPEN_CELLS
            || cells.values().stream().mapToLong(each -> each.counts.length()).sum() >= MAX_SLOTS;
    if (isTooMuch) {
      cells.forEach((key, open) -> close(key, open, sums));
      cells.clear();
    }
  }
}
