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
final class Openings {

  private static final long MENTION_NANOS = TimeUnit.SECONDS.toNanos(10);

  private record Opening(int worker, long since) {}

  private final String type;
  private final Duration patience;
  private final Consumer<String> progress;
  private final Map<Thread, Opening> underWay = new ConcurrentHashMap<>();
  private volatile boolean mentioned;

  Openings(String type, Duration patience, Consumer<String> progress) {
    this.type = type;
    this.patience = patience;
    this.progress = progress;
  }

  /// Registers that the calling thread starts to open a worker's instance.
  void begin(int worker) {
    underWay.put(Thread.currentThread(), new Opening(worker, System.nanoTime()));
  }

  /// Registers that the calling thread has opened it or failed.
  void end() {
    underWay.remove(Thread.currentThread());
  }

  /// Interrupts a call that has exceeded the limit.
  ///
  /// @return the reason to stop waiting; null to continue
  @Nullable DriverException problem(long now) {
    for (Map.Entry<Thread, Opening> each : underWay.entrySet()) {
      long nanos = now - each.getValue().since;
      if (nanos > patience.toNanos()) {
        each.getKey().interrupt();
        return new DriverException(
            EnglishText.format(
                "the init() of the binding %s has not returned within %s (worker %d): it is in %s; is its server reachable? (--init-timeout sets the limit)",
                type, seconds(patience.toNanos()), each.getValue().worker, where(each.getKey())));
      }
      if (nanos > MENTION_NANOS && !mentioned) {
        mentioned = true;
        progress.accept("waiting for init() of " + type + " …");
      }
    }
    return null;
  }

  private String where(Thread thread) {
    StackTraceElement[] frames = thread.getStackTrace();
    String own = Frames.own(frames, type);
    String innermost = Frames.innermost(frames);
    if (own == null || innermost == null) {
      return innermost == null ? "no known method" : innermost;
    }
    return own.startsWith(innermost) ? own : own + ", waiting in " + innermost;
  }

  private static String seconds(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos) / 1000.0 + " s";
  }
}
