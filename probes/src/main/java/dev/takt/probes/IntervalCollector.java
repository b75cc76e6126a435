package dev.takt.probes;

import dev.takt.record.RecorderRegistry;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/// Collects what the threads of a probe recorded, each second, and passes it to a [ProbeSink]. Used
/// by the thread that runs the probe.
public final class IntervalCollector {

  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long POLL_MILLIS = 20;

  private final RecorderRegistry recorders;
  private final ProbeSink sink;
  private long begin;

  /// Starts the first interval.
  public IntervalCollector(RecorderRegistry recorders, ProbeSink sink) {
    this.recorders = recorders;
    this.sink = sink;
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
    recorders.collect((tag, values) -> sink.interval(tag, from, now, values.toCounts()));
  }
}
