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
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// Adds up the machines' latency logs while they arrive, interval by interval. One thread reads all
/// of them: a reader for each of a thousand machines would take hundreds of megabytes, and looking
/// at their files again and again a large part of a processor. Thread-safe.
public final class LiveLogs implements AutoCloseable {

  /// After so long an interval is shown without the machines that are late.
  private static final long MAX_DELAY_NANOS = 1_500_000_000L;

  /// After the end so long is waited for logs that are not yet read.
  private static final Duration MAX_REST = Duration.ofSeconds(30);

  private final long intervalNanos;
  private final Measure measure;
  private final Set<String> operations;
  private final Map<Long, Cell> cells = new TreeMap<>();
  private final Map<String, Long> newest = new HashMap<>();
  private final Map<String, FollowedLog> logs = new HashMap<>();
  private final Map<String, Long> starts = new HashMap<>();
  private final BlockingQueue<Optional<FollowedLog>> grown = new LinkedBlockingQueue<>();
  private final Set<String> unreadable = new HashSet<>();
  private final Set<String> warned = new HashSet<>();
  private final List<String> warnings = new ArrayList<>();
  private volatile long startNanos = System.nanoTime();
  private @Nullable Thread reader;
  private volatile boolean closed;

  /// The counts of one interval.
  private static final class Cell {
    final Set<String> machines = new HashSet<>();
    final Map<RunTags.Tag, LatencyHistogram> recorded = new HashMap<>();
    final LatencyHistogram times = new LatencyHistogram();
    long failed;
    long unanswered;
  }

  /// @param intervalNanos the length of the intervals
  /// @param hasSchedule whether there are response times
  /// @param operations the names of those of the plan
  public LiveLogs(long intervalNanos, boolean hasSchedule, Collection<String> operations) {
    this.intervalNanos = intervalNanos;
    this.measure = hasSchedule ? Measure.RESPONSE : Measure.SERVICE;
    this.operations = Set.copyOf(operations);
  }

  /// The start of the schedule is agreed.
  void startsAt(long nanoTime) {
    startNanos = nanoTime;
  }

  /// There is more of the log of a machine, which is read from its begin.
  synchronized void grew(String machine, Path log) {
    if (!closed) {
      grown.add(Optional.of(logs.computeIfAbsent(machine, name -> new FollowedLog(name, log))));
      if (reader == null) {
        // Decoding takes a processor for a while, from which virtual threads could not be taken.
        reader = Thread.ofPlatform().daemon().name("fleet-live").start(this::read);
      }
    }
  }

  /// Reads until this object is closed and everything is read.
  private void read() {
    try {
      for (Optional<FollowedLog> each = grown.take(); each.isPresent(); each = grown.take()) {
        read(each.get());
      }
    } catch (InterruptedException _) {
      // The JVM ends.
    }
  }

  /// What a machine sends must not end the figures of the others.
  private void read(FollowedLog log) {
    if (unreadable.contains(log.machine())) {
      return;
    }
    try {
      for (var part = log.next(); part.isPresent(); part = log.next()) {
        read(log.machine(), part.get());
      }
    } catch (IOException _) {
      // It may be collected again; the merged result says what is wrong with it.
    } catch (RuntimeException e) {
      unreadable.add(log.machine());
      warn("the live figures lack " + log.machine() + " from now on: its log: " + e.getMessage());
    }
  }

  private void read(String machine, LogSource part) throws IOException {
    try (IntervalLogReader lines = IntervalLogReader.open(part, Selection.ALL, new Problems())) {
      for (Interval each = lines.next(); each != null; each = lines.next()) {
        long begin = each.start();
        long start = starts.computeIfAbsent(machine, _ -> begin);
        long number = Math.round((double) (begin - start) / intervalNanos);
        if (number <= latest()) {
          add(machine, number, each);
        } else {
          warn("the live figures lack intervals of " + machine + ": they are in the future");
        }
      }
    }
  }

  /// The number that an interval can have by now; clocks may differ.
  private long latest() {
    return (System.nanoTime() - startNanos) / intervalNanos + 2;
  }

  /// Keeps a warning, once.
  private synchronized void warn(String text) {
    if (warned.add(text)) {
      warnings.add(text);
    }
  }

  /// The warnings that are new.
  synchronized List<String> warnings() {
    List<String> found = List.copyOf(warnings);
    warnings.clear();
    return found;
  }

  synchronized void add(String machine, long number, Interval interval) {
    String name = interval.tag();
    RunTags.Tag tag = name == null ? null : RunTags.parse(name);
    if (tag != null && tag.operation() != null && !operations.contains(tag.operation())) {
      warn("the live figures lack operations of " + machine + " that the plan does not have");
      return;
    }
    newest.merge(machine, number, Math::max);
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
      // They are among the completed ones of the last interval, too, with their age.
      case UNFINISHED, NEVER_SENT ->
          cell.unanswered += measure == Measure.RESPONSE ? interval.counts().total() : 0;
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
    return rest(MAX_REST);
  }

  /// @param patience for what is not yet read
  List<LiveInterval> rest(Duration patience) throws InterruptedException {
    close();
    Thread last = reader();
    if (last != null && !last.join(patience)) {
      warn("the live figures lack what was not read within " + patience.toSeconds() + " s");
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
        Math.max(0, cell.times.totalCount() - cell.unanswered),
        cell.failed,
        intervalNanos,
        Distribution.of(cell.times),
        cell.recorded);
  }

  private synchronized @Nullable Thread reader() {
    return reader;
  }

  @Override
  public synchronized void close() {
    closed = true;
    grown.add(Optional.empty());
  }
}
