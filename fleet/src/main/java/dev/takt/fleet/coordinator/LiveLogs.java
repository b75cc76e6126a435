package dev.takt.fleet.coordinator;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/// Adds up the machines' latency logs while they arrive, interval by interval. A thread for each
/// machine reads its log. Thread-safe.
public final class LiveLogs implements AutoCloseable {

  /// After so long an interval is shown without the machines that are late.
  private static final long MAX_DELAY_NANOS = 1_500_000_000L;

  private final long intervalNanos;
  private final Measure measure;
  private final Map<Long, Cell> cells = new TreeMap<>();
  private final Map<String, Long> newest = new HashMap<>();
  private final Queue<Thread> readers = new ConcurrentLinkedQueue<>();
  private volatile boolean closed;

  /// The counts of one interval.
  private static final class Cell {
    final Set<String> machines = new HashSet<>();
    final Map<RunTags.Tag, LatencyHistogram> recorded = new HashMap<>();
    final LatencyHistogram times = new LatencyHistogram();
    long failed;
  }

  /// @param intervalNanos the length of the intervals
  /// @param hasSchedule whether there are response times
  public LiveLogs(long intervalNanos, boolean hasSchedule) {
    this.intervalNanos = intervalNanos;
    this.measure = hasSchedule ? Measure.RESPONSE : Measure.SERVICE;
  }

  /// Reads the log of a machine, from its begin and as it grows, until this object is closed.
  void follow(String machine, Path log) {
    readers.add(
        Thread.ofVirtual().start(() -> read(machine, LogSource.following(log, () -> closed))));
  }

  private void read(String machine, LogSource log) {
    try (IntervalLogReader reader = IntervalLogReader.open(log, Selection.ALL, new Problems())) {
      long start = Long.MIN_VALUE;
      for (Interval each = reader.next(); each != null; each = reader.next()) {
        start = start == Long.MIN_VALUE ? each.start() : start;
        add(machine, Math.round((double) (each.start() - start) / intervalNanos), each);
      }
    } catch (IOException _) {
      // The merged result says what is wrong with a log.
    }
  }

  synchronized void add(String machine, long number, Interval interval) {
    newest.merge(machine, number, Math::max);
    String name = interval.tag();
    RunTags.Tag tag = name == null ? null : RunTags.parse(name);
    Cell cell = cells.computeIfAbsent(number, _ -> new Cell());
    cell.machines.add(machine);
    if (tag != null) {
      cell.recorded.computeIfAbsent(tag, _ -> new LatencyHistogram()).add(interval.counts());
    }
    if (tag == null || tag.operation() == null || tag.measure() != measure) {
      return;
    }
    switch (tag.state()) {
      case COMPLETED -> cell.times.add(interval.counts());
      case FAILED, TIMED_OUT -> cell.failed += interval.counts().total();
      case UNFINISHED, NEVER_SENT -> {
        // They are among the completed ones of the last interval, with their age.
      }
    }
  }

  /// The intervals that all machines have ended, or that have ended long ago. What a machine sends
  /// later is an interval of its own, with the same end: everything is returned once.
  ///
  /// @param sinceStartNanos now
  /// @param machines how many are there
  synchronized List<LiveInterval> next(long sinceStartNanos, int machines) {
    List<LiveInterval> found = new ArrayList<>();
    for (var each = cells.entrySet().iterator(); each.hasNext(); ) {
      Map.Entry<Long, Cell> cell = each.next();
      long end = (cell.getKey() + 1) * intervalNanos;
      boolean isOld = sinceStartNanos - end > MAX_DELAY_NANOS;
      if (!isOld && passed(cell.getKey()) < machines) {
        break;
      }
      found.add(live(end, cell.getValue()));
      each.remove();
    }
    return found;
  }

  /// The intervals that [#next] has not returned, once the logs are complete. The last one may not
  /// be over.
  List<LiveInterval> rest() throws InterruptedException {
    close();
    long deadline = System.nanoTime() + MAX_DELAY_NANOS;
    for (Thread each : readers) {
      each.join(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    }
    return takeAll();
  }

  private synchronized List<LiveInterval> takeAll() {
    List<LiveInterval> rest = new ArrayList<>();
    cells.forEach((number, cell) -> rest.add(live((number + 1) * intervalNanos, cell)));
    cells.clear();
    return rest;
  }

  private long passed(long number) {
    return newest.values().stream().filter(each -> each > number).count();
  }

  private LiveInterval live(long end, Cell cell) {
    return new LiveInterval(
        end,
        cell.machines.size(),
        cell.times.totalCount(),
        cell.failed,
        intervalNanos,
        Distribution.of(cell.times),
        cell.recorded);
  }

  @Override
  public void close() {
    closed = true;
  }
}
