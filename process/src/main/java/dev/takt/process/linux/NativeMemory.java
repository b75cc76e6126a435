package dev.takt.process.linux;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A piece of native memory that one thread at a time works with, and a place for the error of its
/// calls. Freed when it is collected; a call holds on to the memory that it is given.
public final class NativeMemory {

  /// The room for `errno` in front of the bytes, in bytes.
  private static final int STATE_BYTES = 16;

  final MemorySegment state;
  private final ByteBuffer errno;
  private final ByteBuffer bytes;
  private final ByteBuffer shown;
  private final long address;

  /// @param size in bytes
  public NativeMemory(int size) {
    // A buffer and not an arena: to link the segments' accessors costs some 20 ms at the first use.
    ByteBuffer all = ByteBuffer.allocateDirect(STATE_BYTES + size);
    errno = all.slice(0, STATE_BYTES).order(ByteOrder.nativeOrder());
    state = MemorySegment.ofBuffer(errno);
    bytes = all.slice(STATE_BYTES, size).order(ByteOrder.nativeOrder());
    shown = all.slice(STATE_BYTES, size);
    address = state.address() + STATE_BYTES;
  }

  /// The bytes, all of them; position and limit are whoever's that works with them.
  public ByteBuffer bytes() {
    return bytes;
  }

  /// The first `length` bytes, for code that does with a buffer what it likes: its position, limit
  /// and order are not those of [#totalBytes].
  public ByteBuffer shown(int length) {
    return shown.clear().limit(length).order(ByteOrder.BIG_ENDIAN);
  }

  /// Where the bytes begin.
  public long address() {
    return address;
  }

  /// How many bytes there are.
  public int size() {
    return bytes.capacity();
  }

  int errno() {
    return errno.getInt(0);
  }
}
