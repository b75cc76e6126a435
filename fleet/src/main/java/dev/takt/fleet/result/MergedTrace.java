package dev.takt.fleet.result;

import static dev.takt.runs.trace.OperationRecord.NONE;

import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes the operations of all machines into one trace, one machine after the other, with moments
/// of the clock of the run.
final class MergedTrace implements AutoCloseable {

  private static final int LANE = 1 << 12;

  private final List<String> names;
  private final OperationTraceWriter writer;
  private final OperationTraceWriter.Lane lane;

  /// @param names the names of the operations, by index
  /// @param origin the start of the schedule
  MergedTrace(Path file, List<String> names, long origin) throws IOException {
    this.names = names;
    writer = new OperationTraceWriter(file, names, origin, Long.MAX_VALUE);
    lane = writer.lane(LANE);
  }

  /// Adds the operations of a machine. Of a trace that is cut off, those before the end are added.
  void add(Machine machine) throws IOException {
    Path file = machine.file("operations.bin");
    if (!Files.exists(file)) {
      return;
    }
    try (OperationTrace trace = OperationTrace.open(file)) {
      int[] indexes = trace.operations().stream().mapToInt(names::indexOf).toArray();
      for (OperationRecord each = trace.next(); each != null; each = trace.next()) {
        put(each, indexes[each.index()], machine, file);
      }
      OperationTrace.Totals totals = trace.totals();
      if (totals != null) {
        writer.addMissing(totals.skipped(), totals.lost());
      }
    }
  }

  private void put(OperationRecord each, int index, Machine machine, Path file) throws IOException {
    if (index < 0) {
      throw new IOException(file + " has an operation that the plan has not: " + each.operation());
    }
    if (lane.isFull()) {
      writer.drain(0);
    }
    var _ =
        lane.record(
            index,
            moved(each.intended(), machine),
            moved(each.start(), machine),
            moved(each.end(), machine),
            each.state().code());
  }

  private static long moved(long moment, Machine machine) {
    return moment == NONE ? NONE : moment + machine.shift();
  }

  @Override
  public void close() throws IOException {
    try (writer) {
      writer.drain(0);
    }
  }
}
