package dev.takt.process.linux;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// A piece of native memory for one thread at a time, with a place for the error of its calls.
/// Freed when it is garbage-collected; a call keeps the memory that it is given reachable.
public final class NativeMemory {

  /// The space for `errno` in front of the bytes, in bytes.
  private static final int STATE_BYTES = 16;

  final MemorySegment state;
  private final ByteBuffer errno;
  private final ByteBuffer bytes;
  private final ByteBuffer shown;
  private final long address;

  /// @param size in bytes
  public NativeMemory(int size) {
    // A buffer instead of an arena: linking the accessors of segments costs some 20 ms at the first
    // use.
    ByteBuffer all = ByteBuffer.allocateDirect(STATE_BYTES + size);
    errno = all.slice(0, STATE_BYTES).order(ByteOrder.nativeOrder());
    state = MemorySegment.ofBuffer(errno);
    bytes = all.slice(STATE_BYTES, size).order(ByteOrder.nativeOrder());
    shown = all.slice(STATE_BYTES, size);
    address = state.address() + STATE_BYTES;
  }

  /// All bytes; the current user sets position and limit.
  public ByteBuffer bytes() {
    return bytes;
  }

  /// The first `length` bytes, for code that may change the buffer: its position, limit and order
  /// are independent of those of [#bytes].
  public ByteBuffer shown(int length) {
    return shown.clear().limit(length).order(ByteOrder.BIG_ENDIAN);
  }

  /// The address of the first byte.
  public long address() {
    return address;
  }

  /// The number of bytes.
  public int size() {
    return bytes.capacity();
  }

  int errno() {
    return errno.getInt(0);
  }
}
