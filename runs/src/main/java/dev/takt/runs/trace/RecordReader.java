package dev.takt.runs.trace;

import static dev.takt.runs.trace.OperationRecord.NONE;

import dev.takt.runs.model.OperationState;
import dev.takt.runs.trace.ByteReader.MalformedException;

/// Reads the records of one frame after the other. Not thread-safe.
final class RecordReader {

  private final ByteReader bytes = new ByteReader();
  private final long origin;
  private final int operations;
  private boolean numbered;
  private long previous;
  private long previousNumber;
  long intended;
  long start;
  long end;
  int index;
  int state;

  /// The number of the operation; [TraceBlock#NO_NUMBER] if it is not stored.
  long number;

  /// @param origin the moment that the first moment of each frame is relative to
  /// @param operations the number of operations
  RecordReader(long origin, int operations) {
    this.origin = origin;
    this.operations = operations;
  }

  /// Starts at the first record of a frame, which must be a complete frame of records.
  void begin(TraceFrame frame) {
    bytes.reset(frame.payload, frame.length);
    numbered = bytes.readByte() == TraceFormat.NUMBERED_RECORDS;
    previous = origin;
    previousNumber = 0;
  }

  /// Skips the rest of the frame.
  void clear() {
    bytes.reset(new byte[0], 0);
  }

  boolean hasRemaining() {
    return bytes.hasRemaining();
  }

  /// Reads the fields of one record.
  ///
  /// @throws MalformedException if there is no valid record
  void read() {
    long key = bytes.readVarint();
    long last = previous;
    intended = NONE;
    start = NONE;
    end = NONE;
    if ((key & TraceFormat.HAS_INTENDED) != 0) {
      intended = last += bytes.readZigzag();
      previous = intended;
    }
    if ((key & TraceFormat.HAS_START) != 0) {
      start = last += bytes.readZigzag();
      previous = intended == NONE ? start : intended;
    }
    if ((key & TraceFormat.HAS_END) != 0) {
      end = last + bytes.readZigzag();
    }
    number = numbered ? previousNumber += bytes.readZigzag() : TraceBlock.NO_NUMBER;
    index = indexOf(key >>> TraceFormat.SHIFT, operations);
    state = indexOf(key & TraceFormat.STATE_MASK, OperationState.COUNT);
  }

  /// Reads all records of a frame, like [#begin] and [#read] one by one. It is faster, because it
  /// does not check for remaining bytes while no record can be cut off.
  ///
  /// @throws MalformedException if there is anything else; records passed on before it are valid
  void readAll(TraceFrame frame, TraceBlock.Sink sink) {
    begin(frame);
    while (bytes.has(TraceFormat.MAX_RECORD)) {
      long key = bytes.nextVarint();
      long last = previous;
      long itsIntended = NONE;
      long itsStart = NONE;
      long itsEnd = NONE;
      if ((key & TraceFormat.HAS_INTENDED) != 0) {
        last += zigzag(bytes.nextVarint());
        itsIntended = last;
        previous = last;
      }
      if ((key & TraceFormat.HAS_START) != 0) {
        last += zigzag(bytes.nextVarint());
        itsStart = last;
        previous = itsIntended == NONE ? last : itsIntended;
      }
      if ((key & TraceFormat.HAS_END) != 0) {
        itsEnd = last + zigzag(bytes.nextVarint());
      }
      long itsNumber =
          numbered ? previousNumber += zigzag(bytes.nextVarint()) : TraceBlock.NO_NUMBER;
      sink.accept(
          indexOf(key >>> TraceFormat.SHIFT, operations),
          itsIntended,
          itsStart,
          itsEnd,
          indexOf(key & TraceFormat.STATE_MASK, OperationState.COUNT),
          itsNumber);
    }
    while (hasRemaining()) {
      read();
      sink.accept(index, intended, start, end, state, number);
    }
  }

  private static long zigzag(long value) {
    return (value >>> 1) ^ -(value & 1);
  }

  private static int indexOf(long number, int size) {
    if (number < 0 || number >= size) {
      throw new MalformedException("index " + number + " of " + size);
    }
    return (int) number;
  }
}
