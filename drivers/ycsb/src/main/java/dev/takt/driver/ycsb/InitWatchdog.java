package dev.takt.driver.ycsb;

import dev.takt.load.driver.DriverException;
import dev.takt.runs.text.EnglishText;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Watches the running `init()` calls of a binding and reports one that exceeds the time limit.
/// Thread-safe.
final class InitWatchdog {

  private static final long PROGRESS_DELAY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private record PendingInit(int worker, long since) {}

  private final String type;
  private final Duration timeout;
  private final Consumer<String> progress;
  private final Map<Thread, PendingInit> pending = new ConcurrentHashMap<>();
  private volatile boolean isReported;

  InitWatchdog(String type, Duration timeout, Consumer<String> progress) {
    this.type = type;
    this.timeout = timeout;
    this.progress = progress;
  }

  /// Registers that the calling thread starts to open a worker's instance.
  void begin(int worker) {
    pending.put(Thread.currentThread(), new PendingInit(worker, System.nanoTime()));
  }

  /// Registers that the calling thread has opened it or failed.
  void end() {
    pending.remove(Thread.currentThread());
  }

  /// Interrupts a call that has exceeded the limit.
  ///
  /// @return the reason to stop waiting; null to continue
  @Nullable DriverException checkTimeout(long now) {
    for (Map.Entry<Thread, PendingInit> each : pending.entrySet()) {
      long nanos = now - each.getValue().since;
      if (nanos > timeout.toNanos()) {
        each.getKey().interrupt();
        return new DriverException(
            EnglishText.format(
                "the init() of the binding %s has not returned within %s (worker %d): it is in %s; is its server reachable? (--init-timeout sets the limit)",
                type, seconds(timeout.toNanos()), each.getValue().worker, where(each.getKey())));
      }
      if (nanos > PROGRESS_DELAY_NANOS && !isReported) {
        isReported = true;
        progress.accept("waiting for init() of " + type + " …");
      }
    }
    return null;
  }

  private String where(Thread thread) {
    StackTraceElement[] frames = thread.getStackTrace();
    String own = StackFrames.ofBinding(frames, type);
    String innermost = StackFrames.innermost(frames);
    if (own == null || innermost == null) {
      return innermost == null ? "no known method" : innermost;
    }
    return own.startsWith(innermost) ? own : own + ", waiting in " + innermost;
  }

  private static String seconds(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos) / 1000.0 + " s";
  }
}
