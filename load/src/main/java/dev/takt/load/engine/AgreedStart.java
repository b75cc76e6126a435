package dev.takt.load.engine;

import dev.takt.load.driver.DriverException;
import dev.takt.load.share.StartTime;
import dev.takt.record.ClockAnchor;
import dev.takt.runs.text.Units;
import java.util.concurrent.TimeUnit;

/// Waits for the moment at which several generators start. Not thread-safe.
final class AgreedStart {

  /// When the waiting ends before the moment, so that the sending threads can get ready.
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /// A later end of the waiting is too late.
  private static final long MIN_LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final long FAR_NANOS = TimeUnit.SECONDS.toNanos(10);

  /// How often the relation of the clocks is read again: the wall clock can be set meanwhile.
  private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long MAX_SHOWN_NANOS = TimeUnit.HOURS.toNanos(1);

  private final StartTime agreed;
  private long nanoTime;

  /// A start that is not awaited yet.
  AgreedStart(StartTime agreed) {
    this.agreed = agreed;
  }

  /// Whether it is more than some seconds ahead.
  boolean isFar() {
    return readClocks() > FAR_NANOS;
  }

  /// Waits.
  ///
  /// @throws DriverException if the moment has passed, or is too close
  void await() throws DriverException, InterruptedException {
    long left = readClocks();
    while (left > LEAD_NANOS) {
      TimeUnit.NANOSECONDS.sleep(Math.min(left - LEAD_NANOS, STEP_NANOS));
      left = readClocks();
    }
    if (left < MIN_LEAD_NANOS) {
      throw new DriverException(
          "the agreed start, "
              + agreed
              + ", "
              + when(left)
              + ", so nothing was sent; choose a later --start-at");
    }
  }

  private static String when(long left) {
    if (left >= 0) {
      return "was too close when the run was ready";
    }
    String early = left > -MAX_SHOWN_NANOS ? Units.time(-left) + " " : "long ";
    return "passed " + early + "before the run was ready";
  }

  private long readClocks() {
    nanoTime = agreed.nanoTime(ClockAnchor.now());
    return nanoTime - System.nanoTime();
  }

  /// The moment on the monotonic clock, once [#await] has returned.
  long nanoTime() {
    return nanoTime;
  }
}
