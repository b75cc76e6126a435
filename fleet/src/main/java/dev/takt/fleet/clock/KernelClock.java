package dev.takt.fleet.clock;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.Support;
import dev.takt.runs.clock.WallReading;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The wall clock of this machine, with the error that the kernel states. Only on Linux. Chrony and
/// ntpd set that error. Thread-safe.
public final class KernelClock {

  private @Nullable NativeMemory memory;

  /// The clock now. The first call takes tens of milliseconds.
  ///
  /// @return empty if the kernel states no error, or may not be asked
  public synchronized Optional<WallReading> read() {
    if (!Support.isThere()) {
      return Optional.empty();
    }
    NativeMemory timex = memory;
    if (timex == null) {
      timex = new NativeMemory(Timex.BYTES);
      memory = timex;
    }
    long before = System.nanoTime();
    int state = adjtimex(timex);
    long after = System.nanoTime();
    return state < 0 ? Optional.empty() : Timex.reading(timex.bytes(), state, before, after);
  }

  /// `int adjtimex(struct timex *buf)`, with modes that change nothing.
  ///
  /// @return the state of the clock, or `-errno`
  static int adjtimex(NativeMemory timex) {
    timex.bytes().putInt(0, 0);
    return (int) Libc.call(Calls.ADJTIMEX, timex, timex.address(), 0, 0, 0, 0, 0);
  }

  /// Initialised only where there is a C library for it.
  private static final class Calls {
    static final MemorySegment ADJTIMEX = Libc.function("adjtimex");

    private Calls() {}
  }
}
