package dev.takt.runs.trace;

import static dev.takt.runs.trace.OperationRecord.NONE;

import dev.takt.queues.SpscRecordRing;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.OperationState;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// Writes `operations.bin` during the run. Each sending thread puts records into its own lane,
/// without waiting or allocating. One other thread regularly moves them to the file.
///
/// The file is bounded. The first `bound` operations are all written. After them, only those that
/// were slow or did not complete are written, up to `bound` more. The rest are counted as skipped.
///
/// [#lane] may be called by any thread, a lane's [Lane#record] by the one thread that owns it, all
/// other methods by one thread only.
public final class OperationTraceWriter implements AutoCloseable {

  private static final int WIDTH = 4;

  /// With a number, and the wait for a connection.
  private static final int NUMBERED_WIDTH = WIDTH + 2;

  private final int operations;
  private final long bound;
  private final boolean numbered;
  private final RecordBlock block;
  private final FrameOutput output;
  private final List<Lane> lanes = new CopyOnWriteArrayList<>();
  private long taken;
  private long takenPastBound;
  private long written;
  private long skipped;
  private long lost;
  private @Nullable IOException failure;
  private boolean failureReported;

  /// Creates the file and writes its header.
  ///
  /// @param operationNames the operations' names, by index
  /// @param originNanoTime the start of the schedule, or any moment near the operations
  /// @param bound the number of operations that are written unconditionally; 0 or more
  /// @throws IOException with a message for people, if the file cannot be written
  public OperationTraceWriter(
      Path file, List<String> operationNames, long originNanoTime, long bound) throws IOException {
    this(file, operationNames, originNanoTime, bound, false);
  }

  /// The same.
  ///
  /// @param numbered whether to write the numbers of operations, one or two bytes each
  /// @throws IOException with a message for people, if the file cannot be written
  public OperationTraceWriter(
      Path file, List<String> operationNames, long originNanoTime, long bound, boolean numbered)
      throws IOException {
    this(open(file), file.toString(), operationNames, originNanoTime, bound, numbered);
  }

  OperationTraceWriter(
      OutputStream stream,
      String name,
      List<String> operationNames,
      long origin,
      long bound,
      boolean numbered)
      throws IOException {
    if (bound < 0) {
      throw new IllegalArgumentException("bound " + bound + " is less than 0");
    }
    this.operations = operationNames.size();
    this.bound = bound;
    this.numbered = numbered;
    this.block = new RecordBlock(origin, numbered);
    this.output = new FrameOutput(stream, name);
    output.writeHeader(operationNames, origin, ClockAnchor.now());
  }

  /// Writes which steps of journeys the operations are. Called before the first drain; the trace
  /// must have numbers.
  ///
  /// @param steps has a journey for each operation
  /// @throws IOException with a message for people, if the file cannot be written
  public void writeJourneys(JourneySteps steps) throws IOException {
    if (!numbered || steps.journeyOf().size() != operations) {
      throw new IllegalArgumentException("numbered " + numbered + ", " + steps);
    }
    output.writeJourneys(steps);
  }

  /// Not a `FileChannel`, because an interrupt of the writing thread would close it permanently.
  private static OutputStream open(Path file) throws IOException {
    try {
      return new FileOutputStream(file.toFile());
    } catch (IOException e) {
      throw new IOException("cannot make operation trace " + e.getMessage(), e);
    }
  }

  /// Creates a lane for one sending thread.
  ///
  /// @param capacity the minimum number of records that it holds between two drains
  public Lane lane(int capacity) {
    int width = numbered ? NUMBERED_WIDTH : WIDTH;
    Lane lane = new Lane(new SpscRecordRing(capacity, width), operations, numbered);
    lanes.add(lane);
    return lane;
  }

  /// Moves the content of the lanes to the file.
  ///
  /// @param slowNanos past the bound, operations of at least this length are still written;
  ///   response time if there is a schedule, else service time
  /// @throws IOException with a message for people, on the first failed write only: the trace ends
  ///   there, and later operations are counted as lost
  public void drain(long slowNanos) throws IOException {
    for (Lane lane : lanes) {
      drain(lane, slowNanos);
    }
    flush();
    if (failure != null && !failureReported) {
      failureReported = true;
      throw failure;
    }
  }

  /// Drains at most as many records as the lane holds, so that a busy sender cannot keep this
  /// thread here.
  private void drain(Lane lane, long slowNanos) {
    SpscRecordRing ring = lane.ring;
    long[] slots = ring.slots();
    for (int left = ring.capacity(); left > 0; left--) {
      int at = ring.peek();
      if (at < 0) {
        return;
      }
      take(slots, at, slowNanos);
      ring.release();
    }
  }

  /// Takes a record.
  ///
  /// @param at its first slot
  private void take(long[] slots, int at, long slowNanos) {
    long key = slots[at];
    long intended = slots[at + 1];
    long start = slots[at + 2];
    long end = slots[at + 3];
    if (failure != null) {
      lost++;
    } else if (shouldRecord(key, intended, start, end, slowNanos)) {
      block.add(key, intended, start, end, numbered ? slots[at + WIDTH] : TraceBlock.NO_NUMBER);
      if (numbered && slots[at + WIDTH + 1] > 0) {
        block.addWait(slots[at + WIDTH], slots[at + WIDTH + 1]);
      }
      if (block.isFull()) {
        flush();
      }
    } else {
      skipped++;
    }
  }

  private boolean shouldRecord(long key, long intended, long start, long end, long slowNanos) {
    if (taken < bound) {
      taken++;
      return true;
    }
    if (takenPastBound < bound && isFailedOrSlow(key, intended, start, end, slowNanos)) {
      takenPastBound++;
      return true;
    }
    return false;
  }

  private static boolean isFailedOrSlow(
      long key, long intended, long start, long end, long slowNanos) {
    boolean completed = (key & TraceFormat.STATE_MASK) == OperationState.COMPLETED.code();
    return !completed || end - (intended == NONE ? start : intended) >= slowNanos;
  }

  private void flush() {
    int count = block.count();
    if (count == 0) {
      return;
    }
    try {
      if (block.hasWaits()) {
        output.write(block.waits());
      }
      output.write(block.frame());
      written += count;
    } catch (IOException e) {
      failure = e;
      lost += count;
    }
    block.clear();
  }

  /// The number of operations in the file.
  public long written() {
    return written;
  }

  /// The number of operations left out because of the bound.
  public long skipped() {
    return skipped;
  }

  /// Counts operations that are missing in the traces from which this one is made.
  ///
  /// @param left how many they left out because of their bound
  /// @param unwritten how many they could not write
  public void addMissing(long left, long unwritten) {
    skipped += left;
    lost += unwritten;
  }

  /// The number of operations lost because their lane was full or a write failed.
  public long lost() {
    long sum = lost;
    for (Lane lane : lanes) {
      sum += lane.lost();
    }
    return sum;
  }

  /// Writes the end mark, which shows readers that nothing is missing, and closes the file. Records
  /// that were not drained before are counted as lost.
  ///
  /// @throws IOException with a message for people, unless [#drain] has reported a failure before
  @Override
  public void close() throws IOException {
    for (Lane lane : lanes) {
      lost += lane.discard();
    }
    try (output) {
      if (failure == null) {
        output.writeEnd(written, skipped, lost());
      }
    } catch (IOException e) {
      if (failure == null) {
        throw e;
      }
    }
  }

  /// The buffer of one sending thread.
  public static final class Lane {

    private static final VarHandle LOST;

    static {
      try {
        LOST = MethodHandles.lookup().findVarHandle(Lane.class, "lost", long.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final SpscRecordRing ring;
    private final long[] slots;
    private final int operations;
    private final boolean numbered;

    @SuppressWarnings("UnusedVariable") // read and written through LOST
    private long lost;

    private Lane(SpscRecordRing ring, int operations, boolean numbered) {
      this.ring = ring;
      this.slots = ring.slots();
      this.operations = operations;
      this.numbered = numbered;
    }

    /// Records one operation without its number.
    ///
    /// @return false if the lane was full
    public boolean record(int operation, long intended, long start, long end, int stateCode) {
      return record(operation, intended, start, end, stateCode, 0);
    }

    /// The same with its number, for one that waited for no connection.
    ///
    /// @return false if the lane was full
    public boolean record(
        int operation, long intended, long start, long end, int stateCode, long number) {
      return record(operation, intended, start, end, stateCode, number, 0);
    }

    /// Records one operation, with moments as in [OperationRecord]. Wait-free and allocation-free.
    ///
    /// @param operation the index of the operation
    /// @param intended [OperationRecord#NONE] without a schedule
    /// @param start [OperationRecord#NONE] if it was never sent
    /// @param end [OperationRecord#NONE] if it is not known
    /// @param stateCode the [OperationState#code]
    /// @param number its number in the schedule, from 0; ignored unless the trace has numbers
    /// @param waitNanos as in [ConnectionWaits]; 0 for none; the same
    /// @return false if the lane was full; the record is then lost and counted as lost
    public boolean record(
        int operation,
        long intended,
        long start,
        long end,
        int stateCode,
        long number,
        long waitNanos) {
      Objects.checkIndex(operation, operations);
      Objects.checkIndex(stateCode, OperationState.COUNT);
      int at = ring.claim();
      if (at < 0) {
        LOST.setOpaque(this, lost + 1);
        return false;
      }
      slots[at] = ((long) operation << TraceFormat.SHIFT) | stateCode;
      slots[at + 1] = intended;
      slots[at + 2] = start;
      slots[at + 3] = end;
      if (numbered) {
        slots[at + WIDTH] = number;
        slots[at + WIDTH + 1] = waitNanos;
      }
      ring.publish();
      return true;
    }

    /// Whether there is no space for a record before the next drain. For an owner that can wait
    /// instead of losing the record.
    public boolean isFull() {
      return ring.claim() < 0;
    }

    private long lost() {
      return (long) LOST.getOpaque(this);
    }

    private long discard() {
      long count = 0;
      while (ring.peek() >= 0) {
        ring.release();
        count++;
      }
      return count;
    }
  }
}
