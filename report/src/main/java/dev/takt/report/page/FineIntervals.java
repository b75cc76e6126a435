package dev.takt.report.page;

import dev.takt.explain.RunExplainer;
import dev.takt.explain.trace.Operations;
import dev.takt.record.histogram.Layout;
import dev.takt.report.pack.PackWriter;
import dev.takt.report.pack.PackedInterval;
import dev.takt.report.pack.SlotCodec;
import dev.takt.report.text.JsonWriter;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The headline measure of a run's operations in intervals that are finer than those of its log, so
/// that the page can show a pause in its real length. They come from the operation trace, and are
/// as fine as the size of a page allows.
///
/// @param eachMillis the step of their grid
/// @param pack the intervals; those without an operation are omitted
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared or changed
record FineIntervals(int eachMillis, byte[] pack) {

  private static final int[] STEPS_MILLIS = {1, 2, 5, 10, 20, 50, 100, 200, 500};

  /// They take about this many bytes of a page. A pack is compressed, and then encoded as text.
  private static final int MAX_BYTES = 400_000;

  /// Sorting more operations takes too long for the end of a run.
  private static final int MAX_OPERATIONS = 2_000_000;

  /// A slot's number takes this many bits of a key.
  private static final int SLOT_BITS = 16;

  /// From this multiple of the limit on, the next step is skipped: it would be too large as well.
  private static final long MUCH_TOO_LARGE = 3;

  private static final int BYTES_PER_SLOT = 2;
  private static final int BYTES_PER_INTERVAL = 6;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /// Groups the operations of a run.
  ///
  /// @param logBegins of the log's intervals, in milliseconds since the page's origin, ascending
  /// @return null if the trace lacks operations, or if the log's intervals are about as fine
  static @Nullable FineIntervals of(RunExplainer run, TimeMapper moments, long[] logBegins) {
    Operations operations = run.operations();
    return run.isComplete()
            && operations.size() <= MAX_OPERATIONS
            && operations.names().stream().allMatch(RunTags::isOperationName)
        ? of(operations, moments, usualMillis(logBegins), MAX_BYTES)
        : null;
  }

  static @Nullable FineIntervals of(
      Operations operations, TimeMapper moments, long logMillis, int mostBytes) {
    Measure measure = RunFacts.headline(moments.record());
    int[] recorded = recorded(operations, measure);
    long origin = moments.toRunTime(0);
    int place = 0;
    while (place < STEPS_MILLIS.length && 2L * STEPS_MILLIS[place] <= logMillis) {
      int step = STEPS_MILLIS[place];
      long[] keys = keys(operations, recorded, measure, origin, step);
      long bytes = bytes(keys);
      if (bytes <= mostBytes) {
        return new FineIntervals(step, PackWriter.write(packed(keys, operations, measure, step)));
      }
      place += bytes > MUCH_TOO_LARGE * mostBytes ? 2 : 1;
    }
    return null;
  }

  /// The usual length of the log's intervals.
  private static long usualMillis(long[] begins) {
    long[] lengths = new long[Math.max(0, begins.length - 1)];
    Arrays.setAll(lengths, i -> begins[i + 1] - begins[i]);
    Arrays.sort(lengths);
    return lengths.length == 0 ? Long.MAX_VALUE : lengths[lengths.length / 2];
  }

  /// The operations in the log's tags without an outcome: also those without an answer, with their
  /// age, but only in the response time.
  private static int[] recorded(Operations operations, Measure measure) {
    int[] found = new int[operations.size()];
    int count = 0;
    for (int i = 0; i < found.length; i++) {
      OperationState state = operations.state(i);
      boolean isOpen = state == OperationState.UNFINISHED || state == OperationState.NEVER_SENT;
      if (state == OperationState.COMPLETED || (isOpen && measure == Measure.RESPONSE)) {
        found[count++] = i;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /// The cell of the grid, the name and the slot of each operation, as one sorted number each.
  private static long[] keys(
      Operations operations, int[] recorded, Measure measure, long origin, int step) {
    int names = operations.names().size();
    long[] keys = new long[recorded.length];
    for (int i = 0; i < keys.length; i++) {
      int operation = recorded[i];
      long cell = Math.floorDiv(operations.end(operation) - origin, step * NANOS_PER_MILLI);
      long value =
          measure == Measure.RESPONSE
              ? operations.response(operation)
              : operations.service(operation);
      int slot = Layout.THREE_DIGITS.slotOf(Math.max(0, value));
      keys[i] = (cell * names + operations.name(operation)) << SLOT_BITS | slot;
    }
    Arrays.parallelSort(keys);
    return keys;
  }

  /// An estimate of the size of the intervals before compression.
  private static long bytes(long[] keys) {
    long bytes = 0;
    for (int i = 0; i < keys.length; i++) {
      if (i == 0 || keys[i] != keys[i - 1]) {
        boolean isFirst = i == 0 || keys[i] >> SLOT_BITS != keys[i - 1] >> SLOT_BITS;
        bytes += BYTES_PER_SLOT + (isFirst ? BYTES_PER_INTERVAL : 0);
      }
    }
    return bytes;
  }

  private static List<PackedInterval> packed(
      long[] keys, Operations operations, Measure measure, int step) {
    List<PackedInterval> intervals = new ArrayList<>();
    int names = operations.names().size();
    long length = step * NANOS_PER_MILLI;
    int end;
    for (int i = 0; i < keys.length; i = end) {
      long group = keys[i] >> SLOT_BITS;
      end = i;
      while (end < keys.length && keys[end] >> SLOT_BITS == group) {
        end++;
      }
      int[] slots =
          Arrays.stream(keys, i, end)
              .mapToInt(key -> (int) (key & ((1 << SLOT_BITS) - 1)))
              .toArray();
      String name = operations.names().get(Math.floorMod(group, names));
      long begin = Math.floorDiv(group, (long) names) * length;
      intervals.add(
          new PackedInterval(
              RunTags.of(false, name, OperationState.COMPLETED, measure),
              Layout.THREE_DIGITS,
              begin,
              begin + length,
              SlotCodec.encode(slots)));
    }
    return intervals;
  }

  void write(JsonWriter json) throws IOException {
    json.open('{');
    json.name("each").number(eachMillis);
    json.name("pack").string(Base64.getEncoder().encodeToString(pack));
    json.close('}');
  }
}
