package dev.takt.explain.trace;

import static dev.takt.runs.trace.OperationRecord.NONE;

import dev.takt.runs.trace.TraceBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A reusable buffer for the measured operations of one block of a trace, sorted by due time. Not
/// thread-safe.
final class Chunk {

  private static final int INITIAL_CAPACITY = 1 << 13;

  /// An operation that had not ended when the run ended.
  record OpenOperation(int name, long due, long start, int state, long number) {}

  private final long from;
  private final long until;
  private Columns columns = new Columns(INITIAL_CAPACITY);
  private Columns spare = new Columns(INITIAL_CAPACITY);
  private long[] keys = new long[INITIAL_CAPACITY];
  private List<OpenOperation> open = new ArrayList<>();
  private boolean sorted;
  private boolean undamaged;
  private boolean scheduled;
  private long lastEnd;

  /// @param from the begin of the measured part, inclusive
  /// @param until its end, inclusive
  Chunk(long from, long until) {
    this.from = from;
    this.until = until;
  }

  /// Decodes a block.
  void fill(TraceBlock block) {
    clear();
    undamaged = block.forEach(this::take);
    sort();
  }

  private void clear() {
    columns.size = 0;
    open = new ArrayList<>();
    sorted = true;
    scheduled = false;
    lastEnd = NONE;
  }

  private void take(int name, long intended, long start, long end, int state, long number) {
    scheduled |= intended != NONE;
    long due = intended == NONE ? start : intended;
    if (due == NONE || due < from || due > until) {
      return;
    }
    if (end == NONE) {
      open.add(new OpenOperation(name, due, start, state, number));
    } else {
      lastEnd = Math.max(lastEnd, end);
      add(name, due, start == NONE ? end : start, end, state, number);
    }
  }

  private void add(int name, long due, long start, long end, int state, long number) {
    int size = columns.size;
    sorted &= size == 0 || columns.due[size - 1] <= due;
    columns.add(name, due, start, end, state, number);
  }

  /// The operations without an end, closed at the end of the last operation that ended.
  static Chunk ofOpen(List<OpenOperation> open, long lastEnd) {
    Chunk chunk = new Chunk(Long.MIN_VALUE, Long.MAX_VALUE);
    chunk.clear();
    for (OpenOperation each : open) {
      long start = each.start == NONE ? Math.max(lastEnd, each.due) : each.start;
      chunk.add(each.name, each.due, start, Math.max(lastEnd, start), each.state, each.number);
    }
    chunk.sort();
    return chunk;
  }

  /// Sorts by due time, equal ones by their index: both are packed into one long as a sort key. If
  /// they do not fit, the chunk stays unsorted.
  private void sort() {
    int size = columns.size;
    if (sorted) {
      return;
    }
    long least = Long.MAX_VALUE;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < size; i++) {
      least = Math.min(least, columns.due[i]);
      most = Math.max(most, columns.due[i]);
    }
    int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
    if ((most - least) >>> (Long.SIZE - 1 - placeBits) != 0) {
      return;
    }
    if (keys.length < size) {
      keys = new long[columns.capacity()];
    }
    for (int i = 0; i < size; i++) {
      keys[i] = (columns.due[i] - least) << placeBits | i;
    }
    Arrays.sort(keys, 0, size);
    permute((1 << placeBits) - 1);
    sorted = true;
  }

  private void permute(int placeMask) {
    Columns to = spare;
    to.reserve(columns.capacity());
    for (int i = 0; i < columns.size; i++) {
      to.copy(columns, (int) keys[i] & placeMask, i);
    }
    to.size = columns.size;
    spare = columns;
    columns = to;
  }

  Columns columns() {
    return columns;
  }

  /// Adds the durations of the operations.
  void addTo(Durations durations) {
    durations.add(columns, 0, columns.size);
  }

  /// Whether the operations are sorted by due time.
  boolean isSorted() {
    return sorted;
  }

  /// The operations without an end, in the order of the file.
  List<OpenOperation> open() {
    return open;
  }

  /// Whether the block was undamaged.
  boolean isUndamaged() {
    return undamaged;
  }

  /// Whether any operation had an intended start.
  boolean isScheduled() {
    return scheduled;
  }

  /// When the last operation ended.
  long lastEnd() {
    return lastEnd;
  }
}
