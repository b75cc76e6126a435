package dev.takt.load.wire;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/// Bytes to send to the socket: the pending bytes are those from the buffer's position to its
/// limit. More can be appended at any time. The buffer grows and never shrinks.
final class WriteBuffer {

  private final Arena arena;
  MemorySegment segment;
  ByteBuffer buffer;

  /// @param size the initial size in bytes
  WriteBuffer(Arena arena, int size) {
    this.arena = arena;
    this.segment = arena.allocate(size);
    this.buffer = segment.asByteBuffer().flip();
  }

  void clear() {
    buffer.clear().flip();
  }

  /// Appends what `encoder` writes. It is called again with a larger buffer if it throws a
  /// [BufferOverflowException].
  ///
  /// @return false if the buffer would become too large; then nothing is appended
  boolean append(Consumer<ByteBuffer> encoder) {
    while (true) {
      int mark = append();
      try {
        encoder.accept(buffer);
        appended();
        return true;
      } catch (BufferOverflowException e) {
        undo(mark);
        if (!grow()) {
          return false;
        }
      } catch (RuntimeException e) {
        undo(mark);
        throw e;
      }
    }
  }

  /// Makes the buffer ready to append to.
  ///
  /// @return a mark for [#undo]
  private int append() {
    if (buffer.hasRemaining()) {
      buffer.compact();
    } else {
      buffer.clear();
    }
    return buffer.position();
  }

  /// Ends an append: the appended bytes are complete.
  private void appended() {
    buffer.flip();
  }

  /// Removes what was appended since the mark.
  private void undo(int mark) {
    buffer.position(mark).flip();
  }

  /// Doubles the buffer.
  ///
  /// @return false if it would become too large
  private boolean grow() {
    if (buffer.capacity() >= Connection.MAX_MESSAGE_BYTES) {
      return false;
    }
    segment = arena.allocate(Math.max(Connection.FIRST_SIZE, buffer.capacity() * 2L));
    buffer = segment.asByteBuffer().put(buffer).flip();
    return true;
  }
}
