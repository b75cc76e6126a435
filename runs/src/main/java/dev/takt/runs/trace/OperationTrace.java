package dev.takt.runs.trace;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.text.Causes;
import dev.takt.runs.trace.ByteReader.MalformedException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads `operations.bin`, one operation after another, for a file of any length. A file that is
/// truncated, damaged or still being written is read up to its last complete block.
///
/// The operations of one sending thread are in the order in which they ended. Those of several
/// threads are interleaved block by block.
///
/// Not thread-safe, except [#read].
public final class OperationTrace implements AutoCloseable {

  /// The totals that the writer stored when it closed the file.
  ///
  /// @param written the number of operations in the file
  /// @param skipped the number left out because the file is bounded
  /// @param lost the number that could not be written
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
  private @Nullable JourneySteps journeys;
  private final ConnectionWaits waits = new ConnectionWaits();

  private OperationTrace(FrameInput input) {
    this.input = input;
  }

  /// Opens a trace and reads its header.
  ///
  /// @throws IOException with a message for people, if the file is missing, is not an operation
  ///   trace, has a newer format or lacks a part of its header
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

  /// Converts the moments from the monotonic clock to wall-clock time.
  public ClockAnchor anchor() {
    return anchor;
  }

  /// Returns the next operation, or null if no more can be read.
  ///
  /// @throws IOException if the file cannot be read
  public @Nullable OperationRecord next() throws IOException {
    try {
      while (!records.hasRemaining()) {
        if (!readFrame(frame)) {
          return null;
        }
        if (!frame.isWhole()) {
          stopReading();
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
      stopReading();
      return null;
    }
  }

  /// Stops reading: data after a damaged part cannot be trusted.
  private void stopReading() {
    atEnd = true;
    records.clear();
  }

  /// Reads the next block without decoding it, so that several threads can decode blocks in
  /// parallel. This is the only method of this class that they may call concurrently. Must not be
  /// mixed with [#next].
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

  /// Whether the end of the file is missing: its writer was killed or has not closed it yet, or the
  /// file is damaged. Known once [#next] has returned null, or [#read] false.
  public boolean isTruncated() {
    return atEnd && totals == null;
  }

  /// The totals that the writer stored when it closed the file; null if they are missing. Known
  /// once [#next] has returned null, or [#read] false.
  public @Nullable Totals totals() {
    return totals;
  }

  /// Which steps of journeys the operations are; null if they are none, or in a trace of an older
  /// Takt. Known once the first operation has been read.
  public synchronized @Nullable JourneySteps journeys() {
    return journeys;
  }

  /// How long operations waited for connections. Complete once [#next] has returned null, or
  /// [#read] false; must not be used before that.
  public ConnectionWaits connectionWaits() {
    return waits;
  }

  /// Reads up to the next frame of records, without verifying its checksum.
  ///
  /// @return false if there is none
  private boolean readFrame(TraceFrame into) throws IOException {
    while (!atEnd) {
      if (!input.read(into)) {
        atEnd = true;
      } else if (into.kind() == TraceFormat.RECORDS
          || into.kind() == TraceFormat.NUMBERED_RECORDS) {
        return true;
      } else {
        atEnd = !into.isWhole() || isEnd(into);
      }
    }
    return false;
  }

  /// Parses an end mark, the journeys, or waits. Any other frame may be from a newer Takt, and is
  /// skipped.
  private boolean isEnd(TraceFrame mark) {
    bytes.reset(mark.payload, mark.length);
    byte kind = bytes.readByte();
    if (kind == TraceFormat.JOURNEYS) {
      journeys = readJourneys();
    } else if (kind == TraceFormat.CONNECTION_WAITS) {
      readWaits();
    }
    if (kind != TraceFormat.END) {
      return false;
    }
    try {
      totals = new Totals(bytes.readVarint(), bytes.readVarint(), bytes.readVarint());
    } catch (MalformedException _) {
      // The end mark is damaged: there are no totals, and nothing follows it.
    }
    return true;
  }

  /// Reads them up to a damaged one.
  private void readWaits() {
    try {
      long number = 0;
      while (bytes.hasRemaining()) {
        number += bytes.readZigzag();
        waits.put(number, bytes.readVarint());
      }
    } catch (MalformedException _) {
      // Without a wait, an operation counts as one that waited for nothing.
    }
  }

  /// @return null if the frame is damaged
  private @Nullable JourneySteps readJourneys() {
    try {
      long stride = bytes.readVarint();
      boolean sendsNumbers = bytes.readVarint() != 0;
      List<String> names = new ArrayList<>();
      for (long left = bytes.readVarint(); left > 0; left--) {
        names.add(bytes.readString());
      }
      List<Integer> journeyOf = new ArrayList<>();
      for (int i = 0; i < operations.size(); i++) {
        journeyOf.add(Math.clamp(bytes.readVarint(), -1, Integer.MAX_VALUE));
      }
      return new JourneySteps(stride, sendsNumbers, names, journeyOf);
    } catch (MalformedException | IllegalArgumentException _) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
