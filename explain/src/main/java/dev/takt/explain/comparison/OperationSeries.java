package dev.takt.explain.comparison;

import dev.takt.record.histogram.Layout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/// The recorded values and counts of one operation in each interval of a run, in the order of time.
///
/// Immutable; created by a [Builder].
public final class OperationSeries {

  /// The values of one interval: a sparse histogram.
  ///
  /// @param slots the slots that have values, in [dev.takt.record.histogram.Layout#THREE_DIGITS],
  ///   ascending
  /// @param counts the count of each slot
  /// @param values the total number of values
  /// @param completed the number of completed operations
  /// @param errors the number of operations that failed, timed out, were unfinished or never sent
  @SuppressWarnings("ArrayRecordComponent") // never compared, and not handed out
  record IntervalCounts(int[] slots, long[] counts, long values, long completed, long errors) {

    static final IntervalCounts EMPTY = new IntervalCounts(new int[0], new long[0], 0, 0);

    IntervalCounts(int[] slots, long[] counts, long completed, long errors) {
      this(slots, counts, Arrays.stream(counts).sum(), completed, errors);
    }

    /// The sum of this interval and another one.
    IntervalCounts plus(IntervalCounts other) {
      int[] merged = new int[slots.length + other.slots.length];
      long[] sums = new long[merged.length];
      int size = 0;
      int i = 0;
      int j = 0;
      while (i < slots.length || j < other.slots.length) {
        int mine = i < slots.length ? slots[i] : Integer.MAX_VALUE;
        int theirs = j < other.slots.length ? other.slots[j] : Integer.MAX_VALUE;
        merged[size] = Math.min(mine, theirs);
        sums[size] = (mine <= theirs ? counts[i] : 0) + (theirs <= mine ? other.counts[j] : 0);
        i += mine <= theirs ? 1 : 0;
        j += theirs <= mine ? 1 : 0;
        size++;
      }
      return new IntervalCounts(
          Arrays.copyOf(merged, size),
          Arrays.copyOf(sums, size),
          completed + other.completed,
          errors + other.errors);
    }

    /// Whether it has a value in this slot or a higher one.
    boolean reaches(int slot) {
      return slots.length > 0 && slots[slots.length - 1] >= slot;
    }
  }

  /// More than any baseline has.
  private static final int MAX_BYTES = 1 << 26;

  private final List<IntervalCounts> intervals;

  private OperationSeries(List<IntervalCounts> intervals) {
    this.intervals = intervals;
  }

  List<IntervalCounts> intervals() {
    return intervals;
  }

  /// How many intervals there are.
  public int size() {
    return intervals.size();
  }

  /// How many values of the measure all intervals have.
  public long values() {
    long sum = 0;
    for (IntervalCounts each : intervals) {
      sum += each.values;
    }
    return sum;
  }

  long completed() {
    return intervals.stream().mapToLong(IntervalCounts::completed).sum();
  }

  long errors() {
    return intervals.stream().mapToLong(IntervalCounts::errors).sum();
  }

  /// The same with groups of neighbouring intervals merged.
  OperationSeries coarser(int neighbours) {
    List<IntervalCounts> merged = new ArrayList<>();
    for (int from = 0; from < intervals.size(); from += neighbours) {
      List<IntervalCounts> part =
          intervals.subList(from, Math.min(from + neighbours, intervals.size()));
      merged.add(part.stream().reduce(IntervalCounts.EMPTY, IntervalCounts::plus));
    }
    return new OperationSeries(merged);
  }

  /// Everything as text: Base64 of deflated numbers in LEB128. Per interval, these are the
  /// completed operations, the errors and the number of slots; per slot, its distance to the slot
  /// before and its count.
  String pack() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (IntervalCounts each : intervals) {
      put(bytes, each.completed);
      put(bytes, each.errors);
      put(bytes, each.slots.length);
      for (int i = 0; i < each.slots.length; i++) {
        put(bytes, each.slots[i] - (i == 0 ? 0L : each.slots[i - 1]));
        put(bytes, each.counts[i]);
      }
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out =
        new DeflaterOutputStream(packed, new Deflater(Deflater.BEST_COMPRESSION))) {
      bytes.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // arrays do not fail
    }
    return Base64.getEncoder().encodeToString(packed.toByteArray());
  }

  /// The inverse of [#pack].
  ///
  /// @throws IOException with the reason, if the text is damaged
  static OperationSeries unpack(String text) throws IOException {
    try (InputStream in =
        new InflaterInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
      ByteBuffer bytes = ByteBuffer.wrap(in.readNBytes(MAX_BYTES));
      Builder builder = new Builder();
      while (bytes.hasRemaining()) {
        builder.add(interval(bytes));
      }
      return builder.build();
    } catch (IllegalArgumentException | BufferUnderflowException e) {
      throw new IOException("its latencies cannot be decoded", e);
    }
  }

  private static IntervalCounts interval(ByteBuffer bytes) {
    long completed = get(bytes);
    long errors = get(bytes);
    int size = Math.toIntExact(Math.min(get(bytes), Layout.THREE_DIGITS.slots()));
    int[] slots = new int[size];
    long[] counts = new long[size];
    long slot = 0;
    for (int i = 0; i < size; i++) {
      slot += get(bytes);
      if (slot >= Layout.THREE_DIGITS.slots()) {
        throw new IllegalArgumentException("there is no slot " + slot);
      }
      slots[i] = (int) slot;
      counts[i] = get(bytes);
    }
    return new IntervalCounts(slots, counts, completed, errors);
  }

  private static void put(ByteArrayOutputStream bytes, long value) {
    long rest = value;
    while (rest > 0x7f) {
      bytes.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  /// Reads a number of at most 42 bits: sums of them stay far from 2^63.
  private static long get(ByteBuffer bytes) {
    long value = 0;
    for (int shift = 0; shift < 42; shift += 7) {
      byte next = bytes.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number is too large");
  }

  /// Collects intervals in the order of time. Not thread-safe.
  public static final class Builder {

    private final List<IntervalCounts> cells = new ArrayList<>();

    /// Without any interval.
    public Builder() {}

    /// Adds an interval.
    ///
    /// @param slots the slot of each value of the measure, in
    ///   [dev.takt.record.histogram.Layout#THREE_DIGITS], in any order
    /// @param completed the number of completed operations
    /// @param errors the number of operations that did not complete
    public Builder add(int[] slots, long completed, long errors) {
      int[] sorted = slots.clone();
      Arrays.sort(sorted);
      int[] distinct = new int[sorted.length];
      long[] counts = new long[sorted.length];
      int size = 0;
      for (int slot : sorted) {
        if (size == 0 || distinct[size - 1] != slot) {
          distinct[size++] = slot;
        }
        counts[size - 1]++;
      }
      return add(
          new IntervalCounts(
              Arrays.copyOf(distinct, size), Arrays.copyOf(counts, size), completed, errors));
    }

    Builder add(IntervalCounts cell) {
      cells.add(cell);
      return this;
    }

    /// The series of the added intervals.
    public OperationSeries build() {
      return new OperationSeries(List.copyOf(cells));
    }
  }
}
