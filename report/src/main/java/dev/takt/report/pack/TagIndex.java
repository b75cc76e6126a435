package dev.takt.report.pack;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// The lines of one tag, and the precomputed sums of neighbours in several levels.
///
/// Lines are sorted by their begins, so the lines of each cell of a grid are contiguous. A cell of
/// a coarser level consists of whole cells of the next finer one.
final class TagIndex {

  /// Usual intervals per cell of the finest level.
  private static final int FINEST_CELL_INTERVALS = 128;

  private static final int LEVEL_FACTOR = 4;
  private static final int LEVELS = 7;

  /// Parts of a cell that are kept before they are summed. The limit bounds the memory of a cell
  /// that gets ever more parts.
  private static final int MAX_OPEN_PARTS = 16;

  /// A contiguous range of lines.
  ///
  /// @param from the first
  /// @param to the one after the last
  record Range(int from, int to) {}

  /// Receives a sum.
  interface BlockVisitor {
    void block(Layout layout, byte[] slots);
  }

  /// Receives a line.
  interface LineVisitor {
    void line(long position, int size);
  }

  /// One layout's part of a cell.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(Layout layout, byte[] slots) {}

  private final long medianIntervalNanos;
  private final LongRows lines;
  private final List<Map<Long, List<Part>>> levels = new ArrayList<>();
  private final List<Part> open = new ArrayList<>();
  private int maxOpenParts = MAX_OPEN_PARTS;
  private long openCell;

  TagIndex(long usual) {
    this(usual, new LongRows());
  }

  private TagIndex(long medianIntervalNanos, LongRows lines) {
    this.medianIntervalNanos = medianIntervalNanos;
    this.lines = lines;
    for (int i = 0; i < LEVELS; i++) {
      levels.add(new HashMap<>());
    }
  }

  static long finestStep(long usual) {
    return BoundedIntervals.saturatedProduct(usual, FINEST_CELL_INTERVALS);
  }

  private long step(int level) {
    long times = FINEST_CELL_INTERVALS;
    for (int i = 0; i < level; i++) {
      times *= LEVEL_FACTOR;
    }
    return BoundedIntervals.saturatedProduct(medianIntervalNanos, times);
  }

  void add(LongRows more) {
    lines.addAll(more);
  }

  /// Adds a part of a cell. Parts of the same cell are mostly adjacent, so the cell stays open
  /// until a part of another cell arrives.
  void add(LineIndexer.CellPart part, Adder adder) {
    if (part.cell() != openCell) {
      closeCell(adder);
      openCell = part.cell();
    }
    open.add(new Part(part.layout(), part.slots()));
    if (open.size() >= maxOpenParts) {
      List<Part> summed = adder.summed(open);
      open.clear();
      open.addAll(summed);
      maxOpenParts = Math.max(MAX_OPEN_PARTS, 2 * summed.size());
    }
  }

  private void closeCell(Adder adder) {
    adder.summed(open).forEach(each -> add(levels.getFirst(), openCell, each));
    open.clear();
  }

  private static void add(Map<Long, List<Part>> level, long cell, Part part) {
    level.computeIfAbsent(cell, _ -> new ArrayList<>(1)).add(part);
  }

  /// A snapshot without later additions; nothing may be added to it. Only before [#finish].
  TagIndex copy() {
    TagIndex copy = new TagIndex(medianIntervalNanos, lines.snapshot());
    Map<Long, List<Part>> cells = copy.levels.getFirst();
    levels.getFirst().forEach((cell, parts) -> cells.put(cell, new ArrayList<>(parts)));
    copy.open.addAll(open);
    copy.openCell = openCell;
    return copy;
  }

  /// Sums the parts of each cell, and the cells of each level to those of the next coarser one.
  void finish() {
    Adder adder = new Adder();
    closeCell(adder);
    lines.sort();
    levels.getFirst().replaceAll((_, parts) -> adder.summed(parts));
    for (int i = 1; i < LEVELS; i++) {
      Map<Long, List<Part>> coarser = levels.get(i);
      levels
          .get(i - 1)
          .forEach((cell, parts) ->
              parts.forEach(each -> add(coarser, Math.floorDiv(cell, LEVEL_FACTOR), each)));
      coarser.replaceAll((_, parts) -> adder.summed(parts));
    }
  }

  /// Sums the parts of one cell after another. Belongs to one thread.
  static final class Adder {

    private final Map<Layout, Counts> sums = new HashMap<>();
    private final SlotCodec slots = new SlotCodec();

    /// Returns one part per layout. A single part of a layout is kept unchanged.
    private List<Part> summed(List<Part> parts) {
      if (parts.size() == 1) {
        return List.of(parts.getFirst());
      }
      Map<Layout, List<Part>> ofLayouts = new LinkedHashMap<>();
      parts.forEach(
          each -> ofLayouts.computeIfAbsent(each.layout, _ -> new ArrayList<>()).add(each));
      List<Part> summed = new ArrayList<>(ofLayouts.size());
      ofLayouts.forEach(
          (layout, alike) -> summed.add(alike.size() == 1 ? alike.getFirst() : sum(layout, alike)));
      return summed;
    }

    private Part sum(Layout layout, List<Part> parts) {
      Counts sum = sums.computeIfAbsent(layout, Counts::new);
      try {
        parts.forEach(each -> SlotCodec.addTo(sum, each.slots));
        return new Part(layout, slots.encode(sum));
      } finally {
        sum.clear();
      }
    }
  }

  /// Writes the lines and the finest sums; [#finish] rebuilds the others after [#read]. Only after
  /// [#finish].
  ///
  /// @param layouts maps each layout to a number
  void write(ByteArrayOutputStream out, ToIntFunction<Layout> layouts) {
    SlotCodec.writeUnsigned(out, medianIntervalNanos);
    SlotCodec.writeUnsigned(out, lines.rows());
    long begin = 0;
    long position = 0;
    for (int i = 0; i < lines.rows(); i++) {
      SlotCodec.writeSigned(out, lines.at(i, 0) - begin);
      SlotCodec.writeSigned(out, lines.at(i, 1) - lines.at(i, 0));
      SlotCodec.writeSigned(out, lines.at(i, 2) - position);
      SlotCodec.writeUnsigned(out, lines.at(i, 3));
      begin = lines.at(i, 0);
      position = lines.at(i, 2);
    }
    Map<Long, List<Part>> cells = levels.getFirst();
    SlotCodec.writeUnsigned(out, cells.size());
    cells.forEach((cell, parts) -> {
      SlotCodec.writeSigned(out, cell);
      SlotCodec.writeUnsigned(out, parts.size());
      for (Part each : parts) {
        SlotCodec.writeUnsigned(out, layouts.applyAsInt(each.layout));
        SlotCodec.writeUnsigned(out, each.slots.length);
        out.writeBytes(each.slots);
      }
    });
  }

  /// Reads what [#write] wrote; the caller must call [#finish].
  ///
  /// @param layouts by their numbers
  static TagIndex read(VarintReader in, List<Layout> layouts) {
    TagIndex index = new TagIndex(in.readUnsigned());
    long begin = 0;
    long position = 0;
    for (long left = in.readUnsigned(); left > 0; left--) {
      begin += in.readSigned();
      long end = begin + in.readSigned();
      position += in.readSigned();
      index.lines.add(begin, end, position, in.readUnsigned());
    }
    Map<Long, List<Part>> cells = index.levels.getFirst();
    for (long left = in.readUnsigned(); left > 0; left--) {
      long cell = in.readSigned();
      List<Part> parts = new ArrayList<>(1);
      for (long more = in.readUnsigned(); more > 0; more--) {
        Layout layout = layouts.get((int) in.readUnsigned());
        parts.add(new Part(layout, in.lengthPrefixed()));
      }
      cells.put(cell, parts);
    }
    return index;
  }

  long begin() {
    return lines.rows() == 0 ? 0 : lines.at(0, 0);
  }

  LongStream begins() {
    return IntStream.range(0, lines.rows()).mapToLong(i -> lines.at(i, 0));
  }

  /// The end of the shortest span that contains all lines.
  long end() {
    int rows = lines.rows();
    return rows == 0
        ? 0
        : Math.max(
            end(new Range(0, rows)),
            BoundedIntervals.spanEnd(lines.at(rows - 1, 0), lines.at(rows - 1, 1)));
  }

  long begin(Range range) {
    return lines.at(range.from, 0);
  }

  long end(Range range) {
    long end = Long.MIN_VALUE;
    for (int i = range.from; i < range.to; i++) {
      end = Math.max(end, lines.at(i, 1));
    }
    return end;
  }

  /// The first line that begins at `moment` or later, by binary search.
  private int firstFrom(long moment) {
    int low = 0;
    int high = lines.rows();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (lines.at(middle, 0) < moment) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The first line in `cell` or a later one.
  private int firstOfCell(long cell, long step) {
    return firstFrom(cell * step - medianIntervalNanos / 2);
  }

  /// The lines that begin in a span, divided at the cells of a grid.
  ///
  /// @param lastBegin the begin of the last line that has not been read yet; the grid has room for
  ///   it
  List<Range> columns(long from, long to, int most, long lastBegin) {
    int first = firstFrom(from);
    int last = firstFrom(to);
    List<Range> columns = new ArrayList<>();
    if (first >= last) {
      return columns;
    }
    long end = Math.max(lines.at(last - 1, 0), Math.min(to - 1, lastBegin));
    long step = new GridSteps(medianIntervalNanos).choose(lines.at(first, 0), end, most);
    if (step == GridSteps.ALL) {
      columns.add(new Range(first, last));
      return columns;
    }
    for (int i = first; i < last; ) {
      long cell = BoundedIntervals.cellOf(lines.at(i, 0), medianIntervalNanos, step);
      int next = Math.min(last, Math.max(i + 1, firstOfCell(cell + 1, step)));
      columns.add(new Range(i, next));
      i = next;
    }
    return columns;
  }

  /// Visits the largest sums that lie within a range, and the lines that are in none of them;
  /// together they add up to the range.
  void visit(Range range, BlockVisitor blocks, LineVisitor single) {
    int i = range.from;
    while (i < range.to) {
      int next = i;
      for (int level = LEVELS - 1; level >= 0 && next == i; level--) {
        next = visitBlock(i, range.to, level, blocks);
      }
      if (next == i) {
        single.line(lines.at(i, 2), (int) lines.at(i, 3));
        next++;
      }
      i = next;
    }
  }

  /// @return the line after the sum, or `first` if its cell does not lie within the range
  private int visitBlock(int first, int end, int level, BlockVisitor blocks) {
    long step = step(level);
    long cell = BoundedIntervals.cellOf(lines.at(first, 0), medianIntervalNanos, step);
    int next = firstOfCell(cell + 1, step);
    boolean isWhole = next > first && next <= end && firstOfCell(cell, step) == first;
    if (!isWhole) {
      return first;
    }
    List<Part> parts = levels.get(level).getOrDefault(cell, List.of());
    parts.forEach(each -> blocks.block(each.layout, each.slots));
    return next;
  }
}
