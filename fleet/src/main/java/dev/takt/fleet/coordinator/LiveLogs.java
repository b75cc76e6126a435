package dev.takt.fleet.coordinator;

import dev.takt.load.config.Plan;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problem;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.runs.clock.OffsetBounds;
import dev.takt.runs.model.RunTags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Adds up the machines' latency logs while they arrive, interval by interval. One thread reads all
/// of them: a reader for each of a thousand machines would take hundreds of megabytes, and looking
/// at their files again and again a large part of a processor. It waits while too much is added and
/// not yet taken; the logs are files meanwhile. Thread-safe.
public final class LiveLogs implements AutoCloseable {

  /// After the end so long is waited for logs that are not yet read.
  private static final Duration MAX_REST = Duration.ofSeconds(30);

  private static final long MIN_BYTES = 8 << 20;
  private static final long MAX_BYTES = 256 << 20;

  private static final Duration PAUSE = Duration.ofMillis(20);

  /// A machine's clock may be so far ahead of this one, besides the drift of both since the start.
  private static final long MAX_CLOCK_LEAD_NANOS = 1_000_000_000;

  private final long intervalNanos;
  private final Set<String> operations;
  private final LongSupplier nanoTime;
  private final LiveIntervals intervals;
  private final Map<String, FollowedLog> logs = new HashMap<>();
  private final SequencedSet<FollowedLog> grown = new LinkedHashSet<>();
  private final Set<String> unreadable = new HashSet<>();
  private final Set<String> warned = new HashSet<>();
  private final List<String> warnings = new ArrayList<>();
  private volatile SinceStart sinceStart = new SinceStart(System.nanoTime());
  private @Nullable Thread reader;
  private boolean closed;
  private boolean givenUp;

  /// @param intervalNanos the length of the intervals
  /// @param loadNanos until when operations are due; [Long#MAX_VALUE] if that is not known
  /// @param hasSchedule whether there are response times
  /// @param operations the names of those of the plan
  public LiveLogs(
      long intervalNanos, long loadNanos, boolean hasSchedule, Collection<String> operations) {
    this(
        intervalNanos,
        operations,
        System::nanoTime,
        new LiveIntervals(intervalNanos, loadNanos, hasSchedule, maxBytes()));
  }

  /// The logs of a plan's machines.
  public static LiveLogs of(Plan plan) {
    List<String> names = new ArrayList<>(plan.operationNames());
    names.addAll(plan.namesOfWholes());
    return new LiveLogs(
        plan.limits().interval().toNanos(),
        names,
        System::nanoTime,
        new LiveIntervals(
            plan.limits().interval().toNanos(),
            plan.load().durationNanos(),
            plan.load().mode().hasSchedule(),
            maxBytes(),
            Wholes.of(plan)));
  }

  private static long maxBytes() {
    return Math.clamp(Runtime.getRuntime().maxMemory() / 8, MIN_BYTES, MAX_BYTES);
  }

  LiveLogs(
      long intervalNanos,
      Collection<String> operations,
      LongSupplier nanoTime,
      LiveIntervals intervals) {
    this.intervalNanos = intervalNanos;
    this.operations = Set.copyOf(operations);
    this.nanoTime = nanoTime;
    this.intervals = intervals;
  }

  /// The start of the schedule is agreed.
  void startsAt(SinceStart start) {
    sinceStart = start;
  }

  /// There is more of the log of a machine, which is read from its begin.
  void grew(String machine, Path file) {
    enqueue(machine, file, _ -> {});
  }

  /// At a moment there was no more of a machine's log than what has come: the generator writes the
  /// lines of an interval at once, so its last interval is whole.
  void isUpToDate(String machine, Path file) {
    enqueue(machine, file, log -> log.isUpToDate(sizeOf(file)));
  }

  /// No more of a machine's log will come.
  void ended(String machine, Path file) {
    enqueue(machine, file, FollowedLog::ended);
  }

  private static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException _) {
      return 0; // there is none yet
    }
  }

  private synchronized void enqueue(String machine, Path file, Consumer<FollowedLog> change) {
    if (closed) {
      return;
    }
    FollowedLog log = logs.computeIfAbsent(machine, name -> new FollowedLog(name, file));
    change.accept(log);
    grown.add(log);
    if (reader == null) {
      // Decoding takes a processor for a while, from which virtual threads could not be taken.
      reader = Thread.ofPlatform().daemon().name("fleet-live").start(this::read);
    }
    notifyAll();
  }

  /// Reads until this object is closed and everything is read.
  private void read() {
    try {
      for (FollowedLog each = take(); each != null; each = take()) {
        read(each);
      }
    } catch (InterruptedException _) {
      // The JVM ends.
    }
  }

  private synchronized @Nullable FollowedLog take() throws InterruptedException {
    while (grown.isEmpty() && !closed) {
      wait();
    }
    return givenUp || grown.isEmpty() ? null : grown.removeFirst();
  }

  /// What a machine sends must not end the figures of the others.
  private void read(FollowedLog log) throws InterruptedException {
    if (unreadable.contains(log.machine())) {
      return;
    }
    try {
      for (var part = log.next(); part.isPresent(); part = log.next()) {
        read(log.machine(), part.get());
      }
      wasRead(log);
    } catch (IOException _) {
      // It may be collected again; the merged result says what is wrong with it.
    } catch (RuntimeException e) {
      unreadable.add(log.machine());
      warn("the live figures lack " + log.machine() + " from now on: its log: " + e.getMessage());
      end(log.machine());
    }
  }

  private void read(String machine, LogSource part) throws IOException, InterruptedException {
    Problems problems = new Problems();
    try (IntervalLogReader lines = IntervalLogReader.open(part, Selection.ALL, problems)) {
      for (Interval each = lines.next(); each != null; each = lines.next()) {
        long number = Math.max(0, Math.round((double) each.start() / intervalNanos));
        if (number <= latest()) {
          add(machine, number, each);
        } else {
          warn("the live figures lack intervals of " + machine + ": they are in the future");
        }
      }
    }
    if (problems.count(Problem.Severity.LOST) > 0) {
      warn("the live figures lack lines of " + machine + " that cannot be read");
    }
  }

  /// The largest number that an interval can have by now, on a clock that is fast.
  private long latest() {
    long elapsed = sinceStart.nanos();
    long allowed = MAX_CLOCK_LEAD_NANOS + elapsed / 1_000_000 * OffsetBounds.DEFAULT_LIMIT_PPM;
    return (elapsed + allowed) / intervalNanos + 2;
  }

  private synchronized void wasRead(FollowedLog log) {
    if (log.isAtEnd()) {
      intervals.close(log.machine());
    }
    if (log.hasEnded()) {
      intervals.end(log.machine());
    }
  }

  private synchronized void end(String machine) {
    intervals.end(machine);
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

  /// Adds a line, once there is room for it.
  synchronized void add(String machine, long number, Interval interval)
      throws InterruptedException {
    String name = interval.tag();
    RunTags.Tag tag = name == null ? null : RunTags.parse(name);
    if (tag != null && tag.operation() != null && !operations.contains(tag.operation())) {
      warn("the live figures lack operations of " + machine + " that the plan does not have");
      return;
    }
    while (intervals.isFull() && !givenUp) {
      wait();
    }
    intervals.add(machine, number, tag, interval.counts(), nanoTime.getAsLong());
  }

  /// The intervals that all machines have ended, or for which nothing is waited any longer. What a
  /// machine sends later is an interval of its own, with the same end: everything is returned once.
  ///
  /// @param present the machines that can be reached
  synchronized List<LiveInterval> next(Collection<String> present) {
    List<LiveInterval> found = intervals.next(present, nanoTime.getAsLong());
    if (intervals.isHurried()) {
      warn(
          "the live figures are shown before all machines are in them: there is no memory to wait;"
              + " a longer interval: helps. The result does not depend on it");
    }
    notifyAll();
    return found;
  }

  /// This machine, or this process, was stopped for a while, in which nothing could come.
  synchronized void wasSuspended() {
    intervals.waitAgain(nanoTime.getAsLong());
  }

  /// Passes on the intervals that [#next] has not returned, once the logs are complete. The last
  /// one may not be over.
  void rest(Consumer<List<LiveInterval>> receiver) throws InterruptedException {
    rest(MAX_REST, receiver);
  }

  /// @param patience for what is not yet read
  void rest(Duration patience, Consumer<List<LiveInterval>> receiver) throws InterruptedException {
    close();
    Thread last = reader();
    long deadline = System.nanoTime() + patience.toNanos();
    while (last != null && !last.join(PAUSE)) {
      if (System.nanoTime() - deadline > 0) {
        warn("the live figures lack what was not read within " + patience.toSeconds() + " s");
        break;
      }
      List<LiveInterval> some = takeIfFull();
      if (!some.isEmpty()) {
        receiver.accept(some);
      }
    }
    receiver.accept(takeAll());
  }

  private synchronized List<LiveInterval> takeIfFull() {
    return intervals.isFull() ? next(List.of()) : List.of();
  }

  private synchronized List<LiveInterval> takeAll() {
    givenUp = true;
    notifyAll();
    return intervals.rest();
  }

  private synchronized @Nullable Thread reader() {
    return reader;
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
