package dev.takt.runs;

import static dev.takt.runs.OperationRecord.NONE;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.ByteReader.MalformedException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads `operations.bin`, one operation after another, whatever the length of the file. A file
/// that is cut off or damaged, or still being written, is read up to its last whole block.
///
/// The operations of one sending thread come in the order in which they ended; those of several are
/// mixed, block by block.
///
/// Not thread-safe.
public final class OperationTrace implements AutoCloseable {

  /// What the writer said when it closed the file.
  ///
  /// @param written how many operations the file has
  /// @param skipped how many were left out because the file is bounded
  /// @param lost how many could not be written
  public record Totals(long written, long skipped, long lost) {}

  private final FrameInput input;
  private final ByteReader block = new ByteReader();
  private final List<String> operations = new ArrayList<>();
  private long origin;
  private ClockAnchor anchor = new ClockAnchor(0, 0, 0);
  private long previous;
  private boolean atEnd;
  private int index;
  private long intended;
  private long start;
  private long end;
  private int state;
  private @Nullable Totals totals;

  private OperationTrace(FrameInput input) {
    this.input = input;
  }

  /// Opens a trace and reads its header.
  ///
  /// @throws IOException with a message for people, if the file is missing, is no operation trace,
  ///   is of a newer format or lacks a part of its header
  public static OperationTrace open(Path file) throws IOException {
    InputStream stream;
    try {
      stream = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
    } catch (IOException e) {
      throw new IOException("cannot read " + file + ": " + Causes.of(e), e);
    }
    OperationTrace trace = new OperationTrace(new FrameInput(stream));
    try {
      trace.readHeader(file);
      return trace;
    } catch (IOException e) {
      stream.close();
      throw e;
    }
  }

  private void readHeader(Path file) throws IOException {
    int version = input.readPreamble();
    if (version < 1) {
      throw new IOException(file + " is not an operation trace");
    }
    if (version > TraceFormat.VERSION) {
      throw new IOException(
          file
              + " was written by a newer Takt: its format is "
              + version
              + ", this one reads up to "
              + TraceFormat.VERSION);
    }
    try {
      if (!input.read(block) || block.readByte() != TraceFormat.HEADER) {
        throw new IOException(file + " has a damaged header: nothing of it can be read");
      }
      origin = block.readZigzag();
      anchor = new ClockAnchor(block.readZigzag(), block.readZigzag(), block.readZigzag());
      for (long left = block.readVarint(); left > 0; left--) {
        operations.add(block.readString());
      }
    } catch (MalformedException e) {
      throw new IOException(file + " has a damaged header: " + e.getMessage(), e);
    }
    block.reset(new byte[0], 0);
  }

  /// The operations' names, by index.
  public List<String> operations() {
    return List.copyOf(operations);
  }

  /// The start of the schedule on the monotonic clock.
  public long originNanoTime() {
    return origin;
  }

  /// Joins the monotonic clock of the moments with wall-clock time.
  public ClockAnchor anchor() {
    return anchor;
  }

  /// The next operation, or null if there are no more that can be read.
  ///
  /// @throws IOException if the file cannot be read
  public @Nullable OperationRecord next() throws IOException {
    try {
      while (!block.hasRemaining()) {
        if (atEnd || !readBlock()) {
          atEnd = true;
          return null;
        }
      }
      readRecord();
      return new OperationRecord(
          index, operations.get(index), intended, start, end, OperationState.ofCode(state));
    } catch (MalformedException _) {
      giveUp();
      return null;
    }
  }

  /// What comes after something damaged is not to be trusted.
  private void giveUp() {
    atEnd = true;
    block.reset(new byte[0], 0);
  }

  /// Is given operations without an object for each: for long traces.
  @FunctionalInterface
  public interface Sink {

    /// One operation; as in [OperationRecord], but with the code of its state.
    void accept(int index, long intended, long start, long end, int stateCode);
  }

  /// Hands on all operations that [#next] would still give.
  ///
  /// @throws IOException if the file cannot be read
  public void forEachRemaining(Sink sink) throws IOException {
    try {
      while (!atEnd) {
        while (block.hasRemaining()) {
          readRecord();
          sink.accept(index, intended, start, end, state);
        }
        atEnd = !readBlock();
      }
    } catch (MalformedException _) {
      giveUp();
    }
  }

  /// Whether the end of the file is missing, because its writer was killed or has not closed it yet
  /// or because it is damaged. Known when [#next] has given null.
  public boolean isTruncated() {
    return atEnd && totals == null;
  }

  /// What the writer said when it closed the file; null if that is missing. Known when [#next] has
  /// given null.
  public @Nullable Totals totals() {
    return totals;
  }

  /// @return false if there is no further block of records
  private boolean readBlock() throws IOException {
    if (!input.read(block)) {
      block.reset(new byte[0], 0);
      return false;
    }
    byte kind = block.readByte();
    if (kind == TraceFormat.RECORDS) {
      previous = origin;
      return true;
    }
    if (kind == TraceFormat.END) {
      totals = new Totals(block.readVarint(), block.readVarint(), block.readVarint());
    }
    block.reset(new byte[0], 0);
    return kind != TraceFormat.END;
  }

  /// Reads the fields of one record.
  private void readRecord() {
    long key = block.readVarint();
    long last = previous;
    intended = NONE;
    start = NONE;
    end = NONE;
    if ((key & TraceFormat.HAS_INTENDED) != 0) {
      intended = last += block.readZigzag();
      previous = intended;
    }
    if ((key & TraceFormat.HAS_START) != 0) {
      start = last += block.readZigzag();
      previous = intended == NONE ? start : intended;
    }
    if ((key & TraceFormat.HAS_END) != 0) {
      end = last + block.readZigzag();
    }
    index = indexOf(key >>> TraceFormat.SHIFT, operations.size());
    state = indexOf(key & TraceFormat.STATE_MASK, OperationState.COUNT);
  }

  private static int indexOf(long number, int size) {
    if (number < 0 || number >= size) {
      throw new MalformedException("index " + number + " of " + size);
    }
    return (int) number;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
