package dev.takt.fleet.clock;

import dev.takt.runs.clock.WallReading;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The wall clock of this machine, with the error that the kernel states. Only on Linux. Chrony and
/// ntpd set that error. Thread-safe.
///
/// A kernel that wakes up from a suspension sets its wall clock from another clock, which may be a
/// second off, and states the error of before: it enlarges it by 500 µs for each second that it was
/// awake. Programs that keep the clock then correct it gradually, and do not count what is left of
/// the correction as an error. So nothing is stated of a machine that was suspended at any time
/// since its start, before or after this program began, or of which that is not known.
public final class KernelClock {

  /// Readings of the two clocks are rounded, each by itself.
  private static final long ROUNDING_NANOS = 1_000;

  private final Kernel kernel;
  private final LongSupplier nanoTime;
  private final ByteBuffer timex = ByteBuffer.allocate(Timex.BYTES).order(ByteOrder.nativeOrder());

  /// The least and the most that the machine can have been suspended since its start, if it was not
  /// suspended between readings. One that never was has 0.
  private long minSuspended;

  private long maxSuspended;
  private boolean wasSuspended;

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
    return wasSuspended ? Optional.empty() : Timex.reading(timex, state, before, after);
  }

  /// A machine whose time since its start is not known looks like one that was suspended; so does
  /// one in a time namespace with another start.
  ///
  /// @param before the monotonic clock before that of the start is read
  private void noteSuspension(long before) {
    long boot = kernel.bootNanos();
    long after = nanoTime.getAsLong();
    minSuspended = Math.max(minSuspended, boot - after - ROUNDING_NANOS);
    maxSuspended = Math.min(maxSuspended, boot - before + ROUNDING_NANOS);
    wasSuspended |= minSuspended > maxSuspended || kernel.suspensions() > 0;
  }
}
