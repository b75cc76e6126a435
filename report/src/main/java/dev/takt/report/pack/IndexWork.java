package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.HistogramDecoder;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.MalformedException;
import dev.takt.record.log.BatchWork;
import dev.takt.record.log.EncodedInterval;
import dev.takt.record.log.Problem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Notes where lines stand, and adds up those in the same cell of the finest grid of a [LogIndex],
/// as far as they are neighbours.
///
/// For one thread.
final class IndexWork implements BatchWork<IndexWork.Part> {

  /// What became of some lines.
  ///
  /// @param logStart the origin, in nanoseconds since 1970
  /// @param lines of each tag: begin, end, position and size, one after the other
  /// @param sums the parts of cells
  /// @param isInPieces whether a histogram does not stand in the log as it is
  record Part(
      long logStart, Map<String, LongArray> lines, List<CellPart> sums, boolean isInPieces) {}

  /// The sum of the lines of one batch that lie in one cell.
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record CellPart(String tag, Layout layout, long cell, byte[] slots) {}

  private record Key(String tag, Layout layout, long cell) {}

  private final long usual;
  private final HistogramDecoder decoder = new HistogramDecoder();
  private final Slots slots = new Slots();
  private final Map<Layout, Deque<Counts>> spare = new HashMap<>();

  IndexWork(long usual) {
    this.usual = usual;
  }

  @Override
  public Part of(long logStart, List<? extends EncodedInterval> lines, Consumer<Problem> problems) {
    Map<String, LongArray> places = new LinkedHashMap<>();
    Map<Key, Counts> cells = new LinkedHashMap<>();
    boolean inPieces = false;
    for (EncodedInterval each : lines) {
      long begin = each.start() - logStart;
      String tag = each.tag() == null ? "" : each.tag();
      try {
        Layout layout = each.open(decoder);
        long cell = Intervals.cellOf(begin, usual, TagIndex.finestStep(usual));
        Counts counts = cells.computeIfAbsent(new Key(tag, layout, cell), _ -> fresh(layout));
        var _ = decoder.addTo(counts);
        places
            .computeIfAbsent(tag, _ -> new LongArray())
            .add(begin, each.end() - logStart, each.position(), each.size());
        inPieces |= each.position() == EncodedInterval.NO_POSITION;
      } catch (MalformedException e) {
        problems.accept(each.lost(e.reason()));
      }
    }
    List<CellPart> sums = new ArrayList<>(cells.size());
    cells.forEach((key, counts) -> {
      sums.add(new CellPart(key.tag, key.layout, key.cell, slots.encode(counts)));
      spare.computeIfAbsent(key.layout, _ -> new ArrayDeque<>()).add(counts);
    });
    return new Part(logStart, places, sums, inPieces);
  }

  private Counts fresh(Layout layout) {
    Counts counts = spare.computeIfAbsent(layout, _ -> new ArrayDeque<>()).poll();
    if (counts == null) {
      return new Counts(layout);
    }
    counts.clear();
    return counts;
  }
}
