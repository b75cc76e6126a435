package dev.takt.runs;

import static dev.takt.runs.OperationRecord.NONE;

import dev.takt.queues.SpscRecordRing;
import dev.takt.record.ClockAnchor;
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

/// Writes `operations.bin` while the run goes on. Sending threads put records into lanes of their
/// own, without waiting and without garbage; one other thread moves them to the file now and then.
///
/// The file is bounded. The first `bound` operations are all written; after them only those that
/// were slow or did not complete, up to `bound` more. The rest are counted as skipped.
///
/// [#lane] may be called by any thread, a lane's [Lane#record] by the one thread that owns it, all
/// else by one thread only.
public final class OperationTraceWriter implements AutoCloseable {

  private static final int WIDTH = 4;

  private final int operations;
  private final long bound;
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

  /// Makes the file and writes its header.
  ///
  /// @param operationNames the operations' names, by index
  /// @param originNanoTime the start of the schedule, or any moment near the operations
  /// @param bound how many operations are written whatever they are; 0 or more
  /// @throws IOException with a message for people, if the file cannot be written
  public OperationTraceWriter(
      Path file, List<String> operationNames, long originNanoTime, long bound) throws IOException {
    this(open(file), file.toString(), operationNames, originNanoTime, bound);
  }

  OperationTraceWriter(
      OutputStream stream, String name, List<String> operationNames, long origin, long bound)
      throws IOException {
    if (bound < 0) {
      throw new IllegalArgumentException("bound " + bound + " is less than 0");
    }
    this.operations = operationNames.size();
    this.bound = bound;
    this.block = new RecordBlock(origin);
    this.output = new FrameOutput(stream, name);
    output.writeHeader(operationNames, origin, ClockAnchor.now());
  }

  /// Not a `FileChannel`, which an interrupt of the writing thread would close for good.
  private static OutputStream open(Path file) throws IOException {
    try {
      return new FileOutputStream(file.toFile());
    } catch (IOException e) {
      throw new IOException("cannot make operation trace " + e.getMessage(), e);
    }
  }

  /// A lane for one sending thread.
  ///
  /// @param capacity how many records it holds between two drains, at least
  public Lane lane(int capacity) {
    Lane lane = new Lane(new SpscRecordRing(capacity, WIDTH), operations);
    lanes.add(lane);
    return lane;
  }

  /// Moves what is in the lanes to the file.
  ///
  /// @param slowNanos past the bound, operations that took this long are still written; response
  ///   time where there is a schedule, else service time
  /// @throws IOException with a message for people, when the file could not be written, the first
  ///   time only: the trace ends there, and what follows is counted as lost
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

  /// At most as many as the lane holds, so that a busy sender cannot keep this thread here.
  private void drain(Lane lane, long slowNanos) {
    SpscRecordRing ring = lane.ring;
    long[] slots = ring.slots();
    for (int left = ring.capacity(); left > 0; left--) {
      int at = ring.peek();
      if (at < 0) {
        return;
      }
      take(slots[at], slots[at + 1], slots[at + 2], slots[at + 3], slowNanos);
      ring.release();
    }
  }

  private void take(long key, long intended, long start, long end, long slowNanos) {
    if (failure != null) {
      lost++;
    } else if (isWanted(key, intended, start, end, slowNanos)) {
      block.add(key, intended, start, end);
      if (block.isFull()) {
        flush();
      }
    } else {
      skipped++;
    }
  }

  private boolean isWanted(long key, long intended, long start, long end, long slowNanos) {
    if (taken < bound) {
      taken++;
      return true;
    }
    if (takenPastBound < bound && isTelling(key, intended, start, end, slowNanos)) {
      takenPastBound++;
      return true;
    }
    return false;
  }

  private static boolean isTelling(long key, long intended, long start, long end, long slowNanos) {
    boolean completed = (key & TraceFormat.STATE_MASK) == OperationState.COMPLETED.code();
    return !completed || end - (intended == NONE ? start : intended) >= slowNanos;
  }

  private void flush() {
    int count = block.count();
    if (count == 0) {
      return;
    }
    try {
      output.write(block.frame());
      written += count;
    } catch (IOException e) {
      failure = e;
      lost += count;
    }
    block.clear();
  }

  /// How many operations are in the file.
  public long written() {
    return written;
  }

  /// How many were left out because of the bound.
  public long skipped() {
    return skipped;
  }

  /// How many could not be written, because their lane was full or the disk failed.
  public long lost() {
    long sum = lost;
    for (Lane lane : lanes) {
      sum += lane.lost();
    }
    return sum;
  }

  /// Writes the end mark, which tells a reader that nothing is missing, and closes the file. What
  /// was not drained before is lost, and counted so.
  ///
  /// @throws IOException with a message for people, unless [#drain] has told of a failure before
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

  /// Where one sending thread puts its records.
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

    @SuppressWarnings("UnusedVariable") // read and written through LOST
    private long lost;

    private Lane(SpscRecordRing ring, int operations) {
      this.ring = ring;
      this.slots = ring.slots();
      this.operations = operations;
    }

    /// Records one operation, whose moments are as in [OperationRecord]. Wait-free, no garbage.
    ///
    /// @param operation the index of the operation
    /// @param intended [OperationRecord#NONE] without a schedule
    /// @param start [OperationRecord#NONE] if it was never sent
    /// @param end [OperationRecord#NONE] if it is not known
    /// @param stateCode the [OperationState#code]
    /// @return false if the lane was full; the record is then lost, and counted so
    public boolean record(int operation, long intended, long start, long end, int stateCode) {
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
      ring.publish();
      return true;
    }

    /// Whether there is no room for a record before the next drain: for its owner, when it is in no
    /// hurry and would rather wait than lose it.
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
