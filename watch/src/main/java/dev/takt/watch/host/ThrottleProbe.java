package dev.takt.watch.host;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.text.EnglishText;
import dev.takt.watch.observer.LiveFigure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Throttling of a control group that has used up its CPU quota, from `cpu.stat`. The kernel counts
/// the time when the group runs again, so the stall ends at the sample that shows it.
///
/// The kernel's figure is the sum over all processors, but a stall is wall-clock time: a group with
/// several threads may have been stopped for less. So a stall is never longer than the throttled
/// quota periods, of 100 ms each, that the kernel counted for it.
final class ThrottleProbe extends FileProbe {

  private static final int BUFFER_BYTES = 1 << 10;
  private static final long NANOS_PER_MICRO = 1_000;
  private static final long PERIOD_NANOS = 100_000_000;
  private static final long MIN_NANOS = 1_000_000;

  private final String group;
  private final SampleMerger run;
  private final AtomicLong throttled = new AtomicLong();
  private long periods;
  private long nanos;

  /// @param cpuStat the file `cpu.stat` of cgroup version 1 or 2
  /// @throws IOException if it cannot be read, or has no throttling counters because the group has
  ///   no quota
  ThrottleProbe(Path cpuStat, StallEmitter stalls) throws IOException {
    super(cpuStat, BUFFER_BYTES, stalls);
    group = String.valueOf(cpuStat.getParent());
    run =
        new SampleMerger(
            0,
            (begin, end, amount, error) -> {
              if (end - begin >= MIN_NANOS) {
                stalls.emit(begin, end, error, group, new Evidence.Throttling(amount, null));
              }
            });
    if (!read()) {
      file.close();
      throw new IOException(cpuStat + " has no throttling counters");
    }
  }

  /// @return whether the file has the counters
  private boolean read() {
    NumberScanner figures = file.read();
    if (!figures.skipToLine("nr_throttled ")) {
      return false;
    }
    long seenPeriods = figures.nextNumber();
    long seen;
    if (figures.skipToLine("throttled_usec ")) {
      seen = figures.nextNumber() * NANOS_PER_MICRO;
    } else if (figures.skipToLine("throttled_time ")) {
      seen = figures.nextNumber();
    } else {
      return false;
    }
    periods = seenPeriods;
    nanos = seen;
    return true;
  }

  @Override
  public boolean sample(long now, long gap) {
    long before = nanos;
    long periodsBefore = periods;
    if (read() && nanos > before) {
      long sum = nanos - before;
      throttled.addAndGet(sum);
      long longest = Math.max(1, periods - periodsBefore) * PERIOD_NANOS;
      run.add(now - Math.min(sum, longest), now, sum, gap);
      return true;
    }
    run.expire(now);
    return false;
  }

  @Override
  public void finish() {
    run.finish();
  }

  @Override
  public List<LiveFigure> live() {
    long sum = throttled.getAndSet(0);
    return sum == 0
        ? List.of()
        : List.of(
            new LiveFigure(
                side().lowerCase() + " throttled", EnglishText.format("%.0f ms", sum / 1e6)));
  }
}
