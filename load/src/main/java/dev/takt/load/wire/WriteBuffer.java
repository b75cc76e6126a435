package dev.takt.load.wire;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Bytes on their way to the socket: from the buffer's position to its limit they are still to be
/// sent. More can be appended at any time. The buffer grows, and is then kept.
final class WriteBuffer {

  private final Arena arena;
  MemorySegment segment;
  ByteBuffer buffer;

  /// @param size room for so many bytes at first
  WriteBuffer(Arena arena, int size) {
    this.arena = arena;
    this.segment = arena.allocate(size);
    this.buffer = segment.asByteBuffer().flip();
  }

  void clear() {
    buffer.clear().flip();
  }

  /// Makes the buffer ready to be appended to.
  ///
  /// @return a mark for [#undo]
  int append() {
    if (buffer.hasRemaining()) {
      buffer.compact();
    } else {
      buffer.clear();
    }
    return buffer.position();
  }

  /// What was appended is whole.
  void appended() {
    buffer.flip();
  }

  /// What was appended since the mark is taken back.
  void undo(int mark) {
    buffer.position(mark).flip();
  }

  /// Makes room, twice as much as there was.
  ///
  /// @return false if it would become too large
  boolean grow() {
    if (buffer.capacity() >= Connection.GREATEST_SIZE) {
      return false;
    }
    segment = arena.allocate(Math.max(Connection.FIRST_SIZE, buffer.capacity() * 2L));
    buffer = segment.asByteBuffer().put(buffer).flip();
    return true;
  }
}
