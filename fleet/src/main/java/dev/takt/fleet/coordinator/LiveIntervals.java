package dev.takt.fleet.coordinator;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Counts;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunTags;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The sums of the machines' intervals that are not yet shown. An interval of a machine is added
/// once it is whole; until then it is held apart. Everything that is added is returned once.
///
/// Held is what not all machines have ended, for a second at most, and no more than a number of
/// bytes. Not thread-safe.
final class LiveIntervals {

  /// After so long an interval is shown without the machines that are late.
  static final long MAX_DELAY_NANOS = 1_000_000_000;

  /// One that records fewer operations in an interval may have had none to record.
  private static final long MIN_OPERATIONS = 20;

  /// What an interval, and a tag in it, take besides their slots.
  private static final long INTERVAL_BYTES = 500;

  private static final long TAG_BYTES = 200;
  private static final long MACHINE_BYTES = 8;

  private static final long NONE = -1;

  private final long intervalNanos;
  private final long loadNanos;
  private final Measure measure;
  private final long maxBytes;

  private final Wholes wholes;

  private final Map<String, Part> parts = new HashMap<>();
  private final NavigableMap<Long, Cell> cells = new TreeMap<>();
  private long bytes;
  private boolean isHurried;

  /// What a machine has sent.
  private static final class Part {
    /// The interval of which more may come; [#NONE] if there is none.
    long open = NONE;

    long openedNanos;
    final Map<RunTags.Tag, SparseCounts> recorded = new HashMap<>();

    /// The newest interval that is whole.
    long newest = NONE;

    long operations;
    boolean hasEnded;
  }

  /// The sum of one interval.
  private static final class Cell {
    long sinceNanos;
    final List<String> machines = new ArrayList<>();
    final Map<RunTags.Tag, SparseCounts> recorded = new HashMap<>();

    Cell(long sinceNanos) {
      this.sinceNanos = sinceNanos;
    }
  }

  /// @param intervalNanos the length of the intervals
  /// @param loadNanos until when operations are due
  /// @param hasSchedule whether there are response times
  /// @param maxBytes of what is held, by which [#isFull] is decided
  LiveIntervals(long intervalNanos, long loadNanos, boolean hasSchedule, long maxBytes) {
    this(intervalNanos, loadNanos, hasSchedule, maxBytes, Wholes.NONE);
  }

  /// @param wholes what is no operation
  LiveIntervals(
      long intervalNanos, long loadNanos, boolean hasSchedule, long maxBytes, Wholes wholes) {
    this.wholes = wholes;
    this.intervalNanos = intervalNanos;
    this.loadNanos = loadNanos;
    this.measure = hasSchedule ? Measure.RESPONSE : Measure.SERVICE;
    this.maxBytes = maxBytes;
  }

  private Part part(String machine) {
    return parts.computeIfAbsent(machine, _ -> new Part());
  }

  /// Adds a line of a machine's log.
  ///
  /// @param tag null if it is not one of Takt's: then the line only shows how far the machine is
  /// @param now on the monotonic clock
  void add(String machine, long number, RunTags.@Nullable Tag tag, Counts counts, long now) {
    SparseCounts more = SparseCounts.of(counts);
    Part part = part(machine);
    if (part.open != number) {
      close(machine);
      part.open = number;
      part.openedNanos = now;
      bytes += INTERVAL_BYTES;
    }
    if (tag != null) {
      bytes += added(part.recorded, tag, more);
      part.operations += tag.measure() == measure ? counts.total() : 0;
    }
  }

  private static long added(
      Map<RunTags.Tag, SparseCounts> to, RunTags.Tag tag, SparseCounts counts) {
    SparseCounts sum = to.get(tag);
    if (sum == null) {
      to.put(tag, counts);
      return TAG_BYTES + counts.bytes();
    }
    long before = sum.bytes();
    sum.add(counts);
    return sum.bytes() - before;
  }

  /// The machine's last interval is whole.
  void close(String machine) {
    Part part = part(machine);
    if (part.open == NONE) {
      return;
    }
    Cell cell = cells.get(part.open);
    if (cell == null) {
      cell = new Cell(part.openedNanos);
      cells.put(part.open, cell);
      bytes += INTERVAL_BYTES;
    }
    cell.machines.add(machine);
    bytes += MACHINE_BYTES;
    for (var each : part.recorded.entrySet()) {
      bytes -= TAG_BYTES + each.getValue().bytes();
      bytes += added(cell.recorded, each.getKey(), each.getValue());
    }
    bytes -= INTERVAL_BYTES;
    part.recorded.clear();
    part.newest = Math.max(part.newest, part.open);
    part.open = NONE;
  }

  private static long bytes(Map<RunTags.Tag, SparseCounts> recorded) {
    long sum = 0;
    for (SparseCounts each : recorded.values()) {
      sum += TAG_BYTES + each.bytes();
    }
    return sum;
  }

  /// Nothing more comes from a machine.
  void end(String machine) {
    close(machine);
    part(machine).hasEnded = true;
  }

  /// Whether nothing more may be added before some intervals are taken.
  boolean isFull() {
    return bytes >= maxBytes;
  }

  /// What is held, in bytes.
  long bytes() {
    return bytes;
  }

  /// Takes the intervals that all machines have ended, that are older than a second, or for which
  /// there is no room. What a machine sends later is an interval of its own, with the same end.
  ///
  /// @param present the machines that can be reached
  /// @param now on the monotonic clock
  List<LiveInterval> next(Collection<String> present, long now) {
    List<LiveInterval> found = new ArrayList<>();
    takeEnded(present, now, found);
    if (isFull()) {
      closeAll();
      isHurried = true;
      takeEnded(present, now, found);
    }
    return found;
  }

  private void takeEnded(Collection<String> present, long now, List<LiveInterval> found) {
    while (!cells.isEmpty()) {
      Map.Entry<Long, Cell> first = cells.firstEntry();
      List<String> missing =
          present.stream().filter(each -> !hasPassed(each, first.getKey())).sorted().toList();
      boolean isOld = now - first.getValue().sinceNanos > MAX_DELAY_NANOS;
      if (!missing.isEmpty() && !isOld && !isFull()) {
        return;
      }
      isHurried |= !missing.isEmpty() && !isOld;
      found.add(
          take(
              first.getKey(),
              missing.stream().filter(each -> isLate(each, first.getKey())).toList()));
    }
  }

  /// Whether intervals were ever taken for which it would have been waited if there were room.
  boolean isHurried() {
    return isHurried;
  }

  /// Waits for machines that are late as if all intervals had begun to come now.
  void waitAgain(long now) {
    cells.values().forEach(each -> each.sinceNanos = now);
    parts.values().forEach(each -> each.openedNanos = now);
  }

  private boolean hasPassed(String machine, long number) {
    Part part = parts.get(machine);
    return part != null && (part.hasEnded || part.newest >= number);
  }

  /// Whether a machine that lacks an interval must have recorded something in it, as far as is
  /// known.
  private boolean isLate(String machine, long number) {
    Part part = parts.get(machine);
    boolean isSteady = part == null || part.operations >= MIN_OPERATIONS * (part.newest + 1);
    return isSteady && number < loadNanos / intervalNanos;
  }

  /// Takes everything.
  List<LiveInterval> rest() {
    closeAll();
    List<LiveInterval> found = new ArrayList<>();
    while (!cells.isEmpty()) {
      found.add(take(cells.firstKey(), List.of()));
    }
    return found;
  }

  private void closeAll() {
    List.copyOf(parts.keySet()).forEach(this::close);
  }

  private LiveInterval take(long number, List<String> late) {
    Cell cell = Objects.requireNonNull(cells.remove(number));
    bytes -= INTERVAL_BYTES + MACHINE_BYTES * cell.machines.size() + bytes(cell.recorded);
    LatencyHistogram times = new LatencyHistogram();
    long completed = 0;
    long failed = 0;
    long unanswered = 0;
    for (var each : cell.recorded.entrySet()) {
      RunTags.Tag tag = each.getKey();
      if (tag.operation() == null || tag.measure() != measure) {
        continue;
      }
      if (!wholes.has(tag.operation()) && tag.state() == OperationState.COMPLETED) {
        each.getValue().addTo(times);
      }
      if (!wholes.arrives(tag.operation())) {
        continue; // what is counted is what arrives on schedule
      }
      switch (tag.state()) {
        case COMPLETED -> completed += each.getValue().total();
        case FAILED, TIMED_OUT -> failed += each.getValue().total();
        // They are among the completed ones of the last interval, too, with their age.
        case UNFINISHED, NEVER_SENT ->
            unanswered += measure == Measure.RESPONSE ? each.getValue().total() : 0;
      }
    }
    return new LiveInterval(
        (number + 1) * intervalNanos,
        cell.machines.stream().sorted().toList(),
        late,
        Math.max(0, completed - unanswered),
        failed,
        intervalNanos,
        Distribution.of(times),
        cell.recorded);
  }
}
