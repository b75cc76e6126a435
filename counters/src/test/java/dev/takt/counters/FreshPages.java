package dev.takt.counters;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Touches pages of memory for the first time: each is one page fault.
@SuppressWarnings("restricted") // memory of the kernel, as it is
final class FreshPages {

  private static final long PAGE_BYTES = 4096;
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int MADV_NOHUGEPAGE = 15;

  private FreshPages() {}

  /// Pages that nothing has touched, mapped until the end of the process or `munmap`.
  static MemorySegment map(long pages) {
    NativeMemory memory = new NativeMemory(Long.BYTES);
    long bytes = pages * PAGE_BYTES;
    long address =
        Libc.call(
            Libc.function("mmap"), memory, 0, bytes, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
    // Fails where the kernel has no huge pages.
    var _ = Libc.call(Libc.function("madvise"), memory, address, bytes, MADV_NOHUGEPAGE, 0, 0, 0);
    return MemorySegment.ofAddress(address).reinterpret(bytes);
  }

  static void touch(long pages) {
    MemorySegment segment = map(pages);
    for (long at = 0; at < segment.byteSize(); at += PAGE_BYTES) {
      segment.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
    }
    NativeMemory memory = new NativeMemory(Long.BYTES);
    var _ =
        Libc.call(
            Libc.function("munmap"), memory, segment.address(), segment.byteSize(), 0, 0, 0, 0);
  }
}
