package dev.takt.cassandra.stress.data;

import java.nio.ByteBuffer;
import java.util.Arrays;

/// The values of one statement's executions, a row for each, as the protocol has them: generated
/// once for an operation, and sent as often as necessary. Allocates nothing once it has grown to
/// the largest operation. For one thread.
public final class StagedRows {

  private ByteBuffer bytes = ByteBuffer.allocate(1024);

  /// By row: the end of its bytes.
  private int[] ends = new int[16];

  private int rows;

  /// Without rows.
  public StagedRows() {}

  public void clear() {
    bytes.clear();
    rows = 0;
  }

  public int rows() {
    return rows;
  }

  /// Begins a row.
  ///
  /// @param values how many of them follow
  public void begin(int values) {
    ensure(Short.BYTES);
    bytes.putShort((short) values);
  }

  /// Appends a value of a generated row.
  ///
  /// @param column its place in [TableSpec#columns]
  public void add(PartitionRows row, int column) {
    if (row.isNull(column)) {
      addNull();
      return;
    }
    int size = row.size(column);
    ensure(Integer.BYTES + size);
    bytes.putInt(size);
    row.put(column, bytes);
  }

  public void addNull() {
    ensure(Integer.BYTES);
    bytes.putInt(-1);
  }

  /// Appends a `bigint` or `counter`.
  public void add(long value) {
    ensure(Integer.BYTES + Long.BYTES);
    bytes.putInt(Long.BYTES).putLong(value);
  }

  /// Appends a value that follows in a buffer, with its length, which is negative for null.
  public void add(ByteBuffer in) {
    int size = in.getInt();
    int length = Math.max(0, size);
    ensure(Integer.BYTES + length);
    bytes.putInt(size).put(bytes.position(), in, in.position(), length);
    bytes.position(bytes.position() + length);
    in.position(in.position() + length);
  }

  /// Appends the bytes of all rows of another.
  public void addAll(StagedRows other) {
    ensure(other.bytes.position());
    bytes.put(other.bytes.array(), 0, other.bytes.position());
  }

  /// Ends the row that was begun.
  public void end() {
    if (rows == ends.length) {
      ends = Arrays.copyOf(ends, 2 * rows);
    }
    ends[rows++] = bytes.position();
  }

  private void ensure(int more) {
    if (bytes.remaining() < more) {
      bytes.flip();
      bytes = ByteBuffer.allocate(Math.max(2 * bytes.capacity(), bytes.limit() + more)).put(bytes);
    }
  }

  /// Appends a row.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  public void put(int row, ByteBuffer out) {
    int from = row == 0 ? 0 : ends[row - 1];
    out.put(bytes.array(), from, ends[row] - from);
  }

  /// Whether the values of a row, without their number, are those that follow in a buffer.
  ///
  /// @param in consumed as far as it is read
  public boolean isFollowedBy(int row, ByteBuffer in) {
    int from = (row == 0 ? 0 : ends[row - 1]) + Short.BYTES;
    int length = ends[row] - from;
    if (in.remaining() < length) {
      return false;
    }
    int at = in.position();
    for (int i = 0; i < length; i++) {
      if (bytes.get(from + i) != in.get(at + i)) {
        return false;
      }
    }
    in.position(at + length);
    return true;
  }
}
