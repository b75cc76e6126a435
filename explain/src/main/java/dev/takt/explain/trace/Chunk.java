package dev.takt.explain.trace;

import static dev.takt.runs.OperationRecord.NONE;

import dev.takt.runs.TraceBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The measured operations of one block of a trace, in the order in which they were due; filled
/// again and again. For one thread.
final class Chunk {

  private static final int FIRST_CAPACITY = 1 << 13;

  /// One that had no end when the run had.
  record Open(int name, long due, long start, int state) {}

  private final long from;
  private final long until;
  private Columns columns = new Columns(FIRST_CAPACITY);
  private Columns spare = new Columns(FIRST_CAPACITY);
  private long[] keys = new long[FIRST_CAPACITY];
  private List<Open> open = new ArrayList<>();
  private boolean sorted;
  private boolean whole;
  private boolean scheduled;
  private long lastEnd;

  /// @param from the first moment that is measured
  /// @param until the last one
  Chunk(long from, long until) {
    this.from = from;
    this.until = until;
  }

  /// Decodes a block.
  void fill(TraceBlock block) {
    clear();
    whole = block.forEach(this::take);
    sort();
  }

  private void clear() {
    columns.size = 0;
    open = new ArrayList<>();
    sorted = true;
    scheduled = false;
    lastEnd = NONE;
  }

  private void take(int name, long intended, long start, long end, int state) {
    scheduled |= intended != NONE;
    long due = intended == NONE ? start : intended;
    if (due == NONE || due < from || due > until) {
      return;
    }
    if (end == NONE) {
      open.add(new Open(name, due, start, state));
    } else {
      lastEnd = Math.max(lastEnd, end);
      add(name, due, start == NONE ? end : start, end, state);
    }
  }

  private void add(int name, long due, long start, long end, int state) {
    int size = columns.size;
    sorted &= size == 0 || columns.due[size - 1] <= due;
    columns.add(name, due, start, end, state);
  }

  /// Those that had no end, now that it is known when the last one ended that had.
  static Chunk closed(List<Open> open, long lastEnd) {
    Chunk chunk = new Chunk(Long.MIN_VALUE, Long.MAX_VALUE);
    chunk.clear();
    for (Open each : open) {
      long start = each.start == NONE ? Math.max(lastEnd, each.due) : each.start;
      chunk.add(each.name, each.due, start, Math.max(lastEnd, start), each.state);
    }
    chunk.sort();
    return chunk;
  }

  /// Sorts by the moments, and equal ones by their places. Where both do not fit into a number, it
  /// is left as it is.
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

  /// Adds how long they took.
  void addTo(Durations durations) {
    durations.add(columns, 0, columns.size);
  }

  /// Whether they are in the order in which they were due.
  boolean isSorted() {
    return sorted;
  }

  /// Those without an end, in the order of the file.
  List<Open> open() {
    return open;
  }

  /// Whether nothing of the block was damaged.
  boolean isWhole() {
    return whole;
  }

  /// Whether any had an intended start.
  boolean isScheduled() {
    return scheduled;
  }

  /// When the last of them ended.
  long lastEnd() {
    return lastEnd;
  }
}
