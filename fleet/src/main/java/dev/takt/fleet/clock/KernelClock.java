package dev.takt.fleet.clock;

import dev.takt.runs.clock.WallReading;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The wall clock of this machine, with the error that the kernel states. Only on Linux. Chrony and
/// ntpd set that error. Thread-safe.
///
/// A kernel that wakes up from a suspension sets its wall clock from another clock, which may be
/// seconds off, and states the error of before. So from then on nothing is stated until a program
/// has set the error again, which makes it smaller.
public final class KernelClock {

  /// Readings of the two clocks are rounded, each by itself.
  private static final long ROUNDING_NANOS = 1_000;

  private final Kernel kernel;
  private final LongSupplier nanoTime;
  private final ByteBuffer timex = ByteBuffer.allocate(Timex.BYTES).order(ByteOrder.nativeOrder());

  /// The most that the machine can have been suspended up to the last reading, since its start.
  private long maxSuspended = Long.MAX_VALUE;

  private boolean isStale;
  private long lastMaxError = Long.MAX_VALUE;

  /// The clock of this machine.
  public KernelClock() {
    this(new LinuxKernel(), System::nanoTime);
  }

  /// @param nanoTime the monotonic clock, which stands still while the machine is suspended
  KernelClock(Kernel kernel, LongSupplier nanoTime) {
    this.kernel = kernel;
    this.nanoTime = nanoTime;
  }

  /// The clock now. The first call takes tens of milliseconds.
  ///
  /// @return empty if the kernel states no error, or may not be asked
  public synchronized Optional<WallReading> read() {
    long before = nanoTime.getAsLong();
    int state = kernel.adjtimex(timex);
    long after = nanoTime.getAsLong();
    if (state < 0) {
      return Optional.empty();
    }
    noteSuspension(after);
    return isStale ? Optional.empty() : Timex.reading(timex, state, before, after);
  }

  /// @param before the monotonic clock before that of the start is read
  private void noteSuspension(long before) {
    long maxError = Timex.maxError(timex);
    if (maxError < lastMaxError) {
      isStale = false;
    }
    lastMaxError = maxError;
    long boot = kernel.bootNanos();
    long after = nanoTime.getAsLong();
    if (boot < 0) {
      return;
    }
    if (boot - after - ROUNDING_NANOS > maxSuspended) {
      isStale = true;
      maxSuspended = Long.MAX_VALUE;
    }
    maxSuspended = Math.min(maxSuspended, boot - before);
  }
}
