package dev.takt.process.linux;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Memory that the kernel shares with this process through a descriptor. The bytes must not be
/// accessed after [#close].
public final class MappedMemory implements AutoCloseable {

  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_SHARED = 1;
  private static final MemorySegment MMAP = Libc.function("mmap");
  private static final MemorySegment MUNMAP = Libc.function("munmap");

  private final NativeMemory memory;
  private final long address;
  private final ByteBuffer bytes;
  private boolean closed;

  @SuppressWarnings("restricted") // mmap has returned this size
  private MappedMemory(NativeMemory memory, long address, int size) {
    this.memory = memory;
    this.address = address;
    bytes =
        MemorySegment.ofAddress(address)
            .reinterpret(size)
            .asByteBuffer()
            .order(ByteOrder.nativeOrder());
  }

  /// The result of [#map].
  public sealed interface Result {

    /// The mapping succeeded.
    record Mapped(MappedMemory memory) implements Result {}

    /// The kernel refused it.
    record Refused(int errno) implements Result {}
  }

  /// `void *mmap(NULL, size_t length, PROT_READ | PROT_WRITE, MAP_SHARED, int fd, 0)`
  ///
  /// @param memory for the errors of this call and of [#close]
  /// @param size in bytes, whole pages
  public static Result map(NativeMemory memory, int fd, int size) {
    long address = Libc.call(MMAP, memory, 0, size, PROT_READ_WRITE, MAP_SHARED, fd, 0);
    return address < 0 && address > -4096
        ? new Result.Refused((int) -address)
        : new Result.Mapped(new MappedMemory(memory, address, size));
  }

  /// The bytes, in native byte order.
  public ByteBuffer bytes() {
    return bytes;
  }

  /// `int munmap(void *addr, size_t length)`. Closing again does nothing.
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      var _ = Libc.call(MUNMAP, memory, address, bytes.capacity(), 0, 0, 0, 0);
    }
  }
}
