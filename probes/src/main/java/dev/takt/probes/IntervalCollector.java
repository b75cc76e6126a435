package dev.takt.probes;

import dev.takt.record.RecorderRegistry;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Collects what the threads of a probe recorded, each second, and passes it to a [ProbeSink]. Used
/// by the thread that runs the probe.
public final class IntervalCollector {

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long POLL_MILLIS = 20;

  private final RecorderRegistry recorders;
  private final ProbeSink sink;
  private final ProcessorUse.Source use;
  private @Nullable ProcessorUse useAtBegin;
  private Disturbance intervals = Disturbance.NONE;
  private long leftOut;
  private long begin;

  /// Starts the first interval.
  public IntervalCollector(RecorderRegistry recorders, ProbeSink sink) {
    this(recorders, sink, () -> null);
  }

  /// Starts the first interval.
  ///
  /// @param use intervals in which other processes used the processors are left out by it
  public IntervalCollector(RecorderRegistry recorders, ProbeSink sink, ProcessorUse.Source use) {
    this.recorders = recorders;
    this.sink = sink;
    this.use = use;
    this.useAtBegin = use.read();
    this.begin = System.nanoTime();
  }

  /// Collects until all threads have ended.
  ///
  /// @param eachSecond called after each whole interval
  public void collectUntilEnded(Runnable eachSecond, Thread... threads)
      throws InterruptedException {
    while (Arrays.stream(threads).anyMatch(Thread::isAlive)) {
      for (Thread each : threads) {
        if (each.isAlive()) {
          each.join(POLL_MILLIS);
          break;
        }
      }
      if (System.nanoTime() - begin >= INTERVAL_NANOS) {
        collect();
        eachSecond.run();
      }
    }
    collect();
  }

  /// Ends the interval and starts the next one.
  public void collect() {
    long from = begin;
    long now = System.nanoTime();
    begin = now;
    ProcessorUse before = useAtBegin;
    ProcessorUse after = use.read();
    useAtBegin = after;
    boolean isDisturbed = before != null && after != null && before.isDisturbedUntil(after);
    long[] values = {0};
    recorders.collect((tag, interval) -> {
      values[0] += interval.totalCount();
      if (!isDisturbed) {
        sink.interval(tag, from, now, interval.toCounts());
      }
    });
    if (values[0] > 0) {
      intervals = intervals.plus(isDisturbed);
      leftOut += isDisturbed ? values[0] : 0;
    }
  }

  /// The intervals with values, and those of them that were disturbed, and left out.
  public Disturbance intervals() {
    return intervals;
  }

  /// The number of values that were left out.
  public long leftOut() {
    return leftOut;
  }
}
