package dev.takt.runs.trace;

import static dev.takt.runs.trace.OperationRecord.NONE;

/// The frame of records that is being filled. Each frame is self-contained: its first moment is
/// relative to the origin, each further one to the record before. Not thread-safe.
final class RecordBlock {

  private static final int CAPACITY = 1 << 16;

  private final long origin;
  private final boolean numbered;
  private final ByteWriter frame = new ByteWriter(CAPACITY);

  /// Of those of the operations that waited for a connection, how long.
  private final ByteWriter waits = new ByteWriter(CAPACITY);

  private int count;
  private long previous;
  private long previousNumber;
  private long previousWaiting;

  /// @param numbered whether it stores the numbers of operations
  RecordBlock(long origin, boolean numbered) {
    this.origin = origin;
    this.numbered = numbered;
    clear();
  }

  void clear() {
    frame.length = TraceFormat.FRAME_HEAD_LENGTH;
    frame.putByte(numbered ? TraceFormat.NUMBERED_RECORDS : TraceFormat.RECORDS);
    count = 0;
    previous = origin;
    previousNumber = 0;
    waits.length = TraceFormat.FRAME_HEAD_LENGTH;
    waits.putByte(TraceFormat.CONNECTION_WAITS);
    previousWaiting = 0;
  }

  boolean isFull() {
    return frame.remaining() < TraceFormat.MAX_RECORD || waits.remaining() < TraceFormat.MAX_WAIT;
  }

  int count() {
    return count;
  }

  ByteWriter frame() {
    return frame;
  }

  /// Whether one of the operations waited for a connection.
  boolean hasWaits() {
    return waits.length > TraceFormat.FRAME_HEAD_LENGTH + 1;
  }

  /// The frame of the waits.
  ByteWriter waits() {
    return waits;
  }

  /// An operation waited for a connection.
  void addWait(long number, long nanos) {
    waits.putZigzag(number - previousWaiting);
    waits.putVarint(nanos);
    previousWaiting = number;
  }

  /// @param key the operation and the code of its state
  /// @param number ignored unless the block stores numbers
  void add(long key, long intended, long start, long end, long number) {
    boolean hasIntended = intended != NONE;
    boolean hasStart = start != NONE;
    boolean hasEnd = end != NONE;
    frame.putVarint(
        key
            | (hasIntended ? TraceFormat.HAS_INTENDED : 0)
            | (hasStart ? TraceFormat.HAS_START : 0)
            | (hasEnd ? TraceFormat.HAS_END : 0));
    long last = previous;
    if (hasIntended) {
      frame.putZigzag(intended - last);
      last = intended;
      previous = intended;
    }
    if (hasStart) {
      frame.putZigzag(start - last);
      last = start;
      previous = hasIntended ? previous : start;
    }
    if (hasEnd) {
      frame.putZigzag(end - last);
    }
    if (numbered) {
      frame.putZigzag(number - previousNumber);
      previousNumber = number;
    }
    count++;
  }
}
