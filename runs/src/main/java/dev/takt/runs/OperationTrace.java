package dev.takt.runs;

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
/// Not thread-safe, but for [#read].
public final class OperationTrace implements AutoCloseable {

  /// What the writer said when it closed the file.
  ///
  /// @param written how many operations the file has
  /// @param skipped how many were left out because the file is bounded
  /// @param lost how many could not be written
  public record Totals(long written, long skipped, long lost) {}

  private final FrameInput input;
  private final TraceFrame frame = new TraceFrame();
  private final ByteReader bytes = new ByteReader();
  private final List<String> operations = new ArrayList<>();
  private long origin;
  private ClockAnchor anchor = new ClockAnchor(0, 0, 0);
  private RecordReader records = new RecordReader(0, 0);
  private int blocks;
  private boolean atEnd;
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
      if (!input.read(frame) || !frame.isWhole() || frame.kind() != TraceFormat.HEADER) {
        throw new IOException(file + " has a damaged header: nothing of it can be read");
      }
      readHeader();
    } catch (MalformedException e) {
      throw new IOException(file + " has a damaged header: " + e.getMessage(), e);
    }
  }

  private void readHeader() {
    bytes.reset(frame.payload, frame.length);
    var _ = bytes.readByte();
    origin = bytes.readZigzag();
    anchor = new ClockAnchor(bytes.readZigzag(), bytes.readZigzag(), bytes.readZigzag());
    for (long left = bytes.readVarint(); left > 0; left--) {
      operations.add(bytes.readString());
    }
    records = recordReader();
  }

  RecordReader recordReader() {
    return new RecordReader(origin, operations.size());
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
      while (!records.hasRemaining()) {
        if (!readFrame(frame)) {
          return null;
        }
        if (!frame.isWhole()) {
          giveUp();
          return null;
        }
        records.begin(frame);
      }
      records.read();
      return new OperationRecord(
          records.index,
          operations.get(records.index),
          records.intended,
          records.start,
          records.end,
          OperationState.ofCode(records.state));
    } catch (MalformedException _) {
      giveUp();
      return null;
    }
  }

  /// What comes after something damaged is not to be trusted.
  private void giveUp() {
    atEnd = true;
    records.clear();
  }

  /// Reads the next block and leaves it to the caller to decode it, so that several threads can do
  /// so at the same time: of the methods of this class, they may call this one. Not to be mixed
  /// with [#nextDelayNanos].
  ///
  /// @return false if there are no more
  /// @throws IOException if the file cannot be read
  public synchronized boolean read(TraceBlock into) throws IOException {
    if (!readFrame(into.frame)) {
      return false;
    }
    into.begin(this, blocks++);
    return true;
  }

  /// Whether the end of the file is missing, because its writer was killed or has not closed it yet
  /// or because it is damaged. Known when [#nextDelayNanos] has given null, or [#read] false.
  public boolean isTruncated() {
    return atEnd && totals == null;
  }

  /// What the writer said when it closed the file; null if that is missing. Known when
  /// [#nextDelayNanos] has given null, or [#read] false.
  public @Nullable Totals totals() {
    return totals;
  }

  /// Reads up to the next frame of records, whose checksum is not looked at.
  ///
  /// @return false if there is none
  private boolean readFrame(TraceFrame into) throws IOException {
    while (!atEnd) {
      if (!input.read(into)) {
        atEnd = true;
      } else if (into.kind() == TraceFormat.RECORDS) {
        return true;
      } else {
        atEnd = !into.isWhole() || isEnd(into);
      }
    }
    return false;
  }

  /// What is neither records nor the end may be of a newer Takt, and is passed over.
  private boolean isEnd(TraceFrame mark) {
    bytes.reset(mark.payload, mark.length);
    if (bytes.readByte() != TraceFormat.END) {
      return false;
    }
    try {
      totals = new Totals(bytes.readVarint(), bytes.readVarint(), bytes.readVarint());
    } catch (MalformedException _) {
      // Then it says nothing, and nothing comes after it.
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
