package dev.takt.load.config;

import dev.takt.load.config.source.KeyReader;
import dev.takt.load.config.source.PlanKey;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Limits in time, and of what is recorded.
///
/// @param warmup operations that are due before this are excluded from the summary
/// @param drain how long to wait at the end for outstanding operations
/// @param timeout of one operation; zero for none
/// @param interval of the log
/// @param traceLimit maximum number of operations in the operation trace
public record Limits(
    Duration warmup, Duration drain, Duration timeout, Duration interval, long traceLimit) {

  private static final Duration DEMO_WARMUP = Duration.ofSeconds(3);
  private static final Duration MIN_INTERVAL = Duration.ofMillis(10);

  /// @param duration of the run; null if its schedule or count ends it
  static Limits read(KeyReader keys, @Nullable Duration duration) {
    Limits limits =
        new Limits(
            warmup(keys, duration),
            keys.time(PlanKey.DRAIN),
            keys.timeOrOff(PlanKey.TIMEOUT),
            keys.positive(PlanKey.INTERVAL),
            keys.whole(PlanKey.TRACE_LIMIT, 0, Long.MAX_VALUE));
    if (limits.interval.compareTo(MIN_INTERVAL) < 0) {
      keys.problem(PlanKey.INTERVAL, "expected at least 10ms, found less");
    }
    return limits;
  }

  /// A freshly started demo shop is slow while its code is compiled. The demo should not show that:
  /// its warm-up is 3 s, but at most half of its duration.
  private static Duration warmup(KeyReader keys, @Nullable Duration duration) {
    if (keys.isDemo() && duration != null && !keys.has(PlanKey.WARMUP)) {
      Duration half = duration.dividedBy(2);
      return half.compareTo(DEMO_WARMUP) < 0 ? half : DEMO_WARMUP;
    }
    Duration warmup = keys.time(PlanKey.WARMUP);
    if (duration != null && warmup.compareTo(duration) >= 0) {
      keys.problem(PlanKey.WARMUP, "leaves nothing to measure: expected less than the duration");
    }
    return warmup;
  }

  void write(KeyWriter to) {
    to.put(PlanKey.WARMUP, warmup);
    to.put(PlanKey.DRAIN, drain);
    to.put(PlanKey.TIMEOUT, timeout);
    to.put(PlanKey.INTERVAL, interval);
    to.put(PlanKey.TRACE_LIMIT, traceLimit);
  }

  /// The time limit of one operation from its start; [Long#MAX_VALUE] for none.
  public long timeoutNanos() {
    return timeout.isZero() ? Long.MAX_VALUE : timeout.toNanos();
  }
}
