package dev.takt.fleet.clock;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.Support;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The kernel of this machine; one that knows nothing, where it is not Linux. Not thread-safe.
final class LinuxKernel implements Kernel {

  private static final int UNSUPPORTED = -38; // -ENOSYS
  private static final int CLOCK_BOOTTIME = 7;
  private static final Path SUSPENSIONS = Path.of("/sys/power/suspend_stats/success");

  private @Nullable NativeMemory memory;

  /// `int adjtimex(struct timex *buf)`, with modes that change nothing.
  @Override
  public int adjtimex(ByteBuffer timex) {
    if (!Support.isThere()) {
      return UNSUPPORTED;
    }
    NativeMemory own = memory();
    own.bytes().putInt(0, 0);
    int state = (int) Libc.call(Calls.ADJTIMEX, own, own.address(), 0, 0, 0, 0, 0);
    timex.put(0, own.bytes(), 0, Timex.BYTES);
    return state;
  }

  /// `int clock_gettime(CLOCK_BOOTTIME, struct timespec *tp)`
  @Override
  public long bootNanos() {
    if (!Support.isThere()) {
      return -1;
    }
    NativeMemory own = memory();
    long result = Libc.call(Calls.CLOCK_GETTIME, own, CLOCK_BOOTTIME, own.address(), 0, 0, 0, 0);
    return (int) result < 0
        ? -1
        : own.bytes().getLong(0) * 1_000_000_000 + own.bytes().getLong(Long.BYTES);
  }

  @Override
  public long suspensions() {
    return suspensions(SUSPENSIONS);
  }

  static long suspensions(Path file) {
    try {
      return Long.parseLong(Files.readString(file).strip());
    } catch (IOException | NumberFormatException _) {
      return 0;
    }
  }

  private NativeMemory memory() {
    NativeMemory own = memory;
    if (own == null) {
      own = new NativeMemory(Timex.BYTES);
      memory = own;
    }
    return own;
  }

  /// Initialised only where there is a C library for it.
  private static final class Calls {
    static final MemorySegment ADJTIMEX = Libc.function("adjtimex");
    static final MemorySegment CLOCK_GETTIME = Libc.function("clock_gettime");

    private Calls() {}
  }
}
