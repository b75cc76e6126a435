package dev.takt.load.engine.recording;

import dev.takt.load.config.LoadSettings;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.trace.OperationTraceWriter;
import java.io.IOException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Follows a run while the senders work: writes the log and the trace, and reports progress. It
/// reads what the senders recorded without ever making them wait, so the length of its intervals
/// does not depend on the senders.
///
/// Confined to one thread.
public final class Reporter {

  /// How often the trace is drained from the senders, whose lanes hold 65,536 operations.
  private static final long DRAIN_NANOS = 100_000_000;

  private static final double SLOW_PERCENTILE = 99;

  private static final long NEVER = Long.MAX_VALUE;

  private final LoadSettings settings;
  private final Sender sender;
  private final RunDeadline deadline;
  private final long origin;
  private final Intervals intervals;
  private final IntervalLogWriter log;
  private final OperationTraceWriter trace;
  private final Progress.Listener listener;
  private final @Nullable ListenerFeed listenerFeed;
  private final @Nullable IntendedOperationCounter intendedCounter;
  private final LiveView live;
  private @Nullable IOException traceFailure;

  /// When to discard the parts that the driver has timed in the warm-up; [#NEVER] once that is
  /// done.
  private long partsFrom;

  /// The listener of the run, and the source of the generator's report for it.
  public record ListenerFeed(RecordingListener listener, Supplier<GeneratorReport> currentReport) {}

  public Reporter(
      LoadSettings settings,
      Sender sender,
      RunDeadline deadline,
      long origin,
      Intervals intervals,
      IntervalLogWriter log,
      OperationTraceWriter trace,
      Progress.Listener listener,
      @Nullable ListenerFeed listenerFeed) {
    this.settings = settings;
    this.sender = sender;
    this.deadline = deadline;
    this.origin = origin;
    this.intervals = intervals;
    this.log = log;
    this.trace = trace;
    this.listener = listener;
    this.listenerFeed = listenerFeed;
    this.intendedCounter =
        settings.schedule() != null
            ? new IntendedOperationCounter(
                settings.requireSchedule(), settings.plan().limits().warmup().toNanos())
            : null;
    this.live = new LiveView(settings, deadline, origin, intervals);
    this.partsFrom =
        settings.plan().limits().warmup().isPositive()
            ? origin + settings.plan().limits().warmup().toNanos()
            : NEVER;
  }

  /// Returns when all operations are accounted for, and the last interval is written.
  public void runToEnd() throws InterruptedException {
    long intervalStart = origin;
    long boundary = origin + settings.plan().limits().interval().toNanos();
    if (listenerFeed != null) {
      listenerFeed.listener.started(origin);
    }
    while (!awaitEndUntil(boundary)) {
      long now = System.nanoTime();
      tick(intervalStart, now, now);
      intervalStart = now;
      // After a pause of this thread, the next boundary is the next one on the grid, so intervals
      // do not drift.
      boundary +=
          Math.ceilDiv(Math.max(1, now - boundary), settings.plan().limits().interval().toNanos())
              * settings.plan().limits().interval().toNanos();
    }
    dropPartsOfWarmup(NEVER); // for a run that ended before its warm-up did
    tick(intervalStart, Math.max(System.nanoTime(), intervalStart + 1), Long.MAX_VALUE);
    drainTrace();
  }

  private boolean awaitEndUntil(long boundary) throws InterruptedException {
    for (long now = System.nanoTime(); now < boundary; now = System.nanoTime()) {
      long until = Math.min(boundary, partsFrom);
      if (sender.awaitEnd(Math.clamp(until - now, 0, DRAIN_NANOS))) {
        return true;
      }
      dropPartsOfWarmup(System.nanoTime());
      drainTrace();
    }
    return sender.awaitEnd(0);
  }

  /// A driver times its own parts from the first operation on, because it does not know about the
  /// warm-up.
  private void dropPartsOfWarmup(long now) {
    if (partsFrom != NEVER && now >= partsFrom) {
      settings.driver().parts();
      partsFrom = NEVER;
    }
  }

  /// @param dueBy operations due up to this moment are counted as due in this interval
  private void tick(long start, long end, long dueBy) {
    try {
      intervals.collect(start, end, longest(), log);
    } catch (IOException e) {
      // The log keeps its lines and tries again. Closing it reports whether that has succeeded.
    }
    boolean isLast = dueBy == Long.MAX_VALUE;
    // Checked after everything was collected: if the run is not cut off by now, it was not cut off
    // during the collection.
    boolean settled = isLast || !deadline.isCutOff(System.nanoTime());
    long due = countNewlyDue(dueBy);
    Progress progress =
        live.of(
            start,
            end,
            due,
            intendedCounter == null ? 0 : intendedCounter.total(),
            sender.arrivalCounters(),
            sender.counters());
    listener.progressed(progress);
    if (listenerFeed != null) {
      listenerFeed.listener.intervalEnded(
          progress, listenerFeed.currentReport.get(), settled, isLast);
    }
  }

  private long longest() {
    return Stream.concat(sender.counters().stream(), sender.journeyCounters().stream())
        .mapToLong(OperationCounters::longest)
        .max()
        .orElse(0);
  }

  /// How many operations have become due since the last call.
  private long countNewlyDue(long now) {
    return intendedCounter == null
        ? 0
        : intendedCounter.advanceTo(Math.min(now, deadline.lastIntended()) - origin);
  }

  private void drainTrace() {
    try {
      trace.drain(slowNanos());
    } catch (IOException e) {
      traceFailure = e;
    }
  }

  private long slowNanos() {
    return (settings.hasSchedule() ? intervals.responseSoFar : intervals.serviceSoFar)
        .valueAtPercentile(SLOW_PERCENTILE);
  }

  public Intervals intervals() {
    return intervals;
  }

  @Nullable
  public IntendedOperationCounter intendedCounter() {
    return intendedCounter;
  }

  /// Why the trace ends early; null if it does not.
  @Nullable
  public IOException traceFailure() {
    return traceFailure;
  }

  /// When the last operation ended, once all senders have.
  public long lastEnd() {
    return sender.counters().stream()
        .mapToLong(OperationCounters::lastEnd)
        .max()
        .orElse(Long.MIN_VALUE);
  }
}
