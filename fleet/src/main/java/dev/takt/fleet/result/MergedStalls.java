package dev.takt.fleet.result;

import dev.takt.runs.RunDirectory;
import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.clock.Moment;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The stalls of all machines, on the clock of the run. Not thread-safe.
final class MergedStalls {

  /// A stop is unique for a side of a machine only.
  private record StopKey(String machine, Side side, long stop) {}

  private final List<StallSource> sources = new ArrayList<>();
  private final Set<NotObservable> notObservable = new LinkedHashSet<>();
  private final List<Stall> stalls = new ArrayList<>();
  private final List<Contention> contentions = new ArrayList<>();
  private final Map<String, Map<String, String>> host = new TreeMap<>();
  private final Map<StopKey, Long> stops = new HashMap<>();
  private @Nullable AllocatedBytes allocated;
  private boolean isAllocationUnknown;
  private long omitted;
  private boolean isWatched;

  /// Merges what the observers of all machines saw; empty if none was watched.
  static Optional<Stalls> of(List<Machine> machines) throws IOException {
    MergedStalls merged = new MergedStalls();
    for (Machine each : machines) {
      merged.add(each);
    }
    return merged.isWatched ? Optional.of(merged.stalls()) : Optional.empty();
  }

  private void add(Machine machine) throws IOException {
    if (machine.record() == null || !Files.exists(machine.file("stalls.json"))) {
      return;
    }
    isWatched = true;
    Stalls read = RunDirectory.open(machine.part().directory()).readStalls();
    read.sources().forEach(each -> sources.add(moved(each, machine)));
    notObservable.addAll(read.notObservable());
    read.stalls().forEach(each -> stalls.add(moved(each, machine)));
    if (read.allocated() == null && hasTarget(read)) {
      isAllocationUnknown = true;
    }
    allocated = AllocatedBytes.sum(allocated, read.allocated());
    omitted += read.omitted();
    contentions.addAll(read.contentions());
    read.host()
        .forEach((key, value) ->
            host.computeIfAbsent(key, _ -> new TreeMap<>()).put(machine.name(), value));
  }

  /// Whether a target was to be watched.
  private static boolean hasTarget(Stalls read) {
    return read.sources().stream().anyMatch(each -> each.side() == Side.TARGET)
        || read.notObservable().stream().anyMatch(each -> each.side() == Side.TARGET);
  }

  private static String source(String name, Machine machine) {
    return machine.name() + ":" + name;
  }

  private static StallSource moved(StallSource source, Machine machine) {
    return new StallSource(
        source(source.name(), machine),
        source.side(),
        source.what(),
        new StallSource.ClockAlignment(
            source.alignment().errorNanos() + machine.part().clock().errorNanos(),
            source.alignment().description() + "; then moved to the clock of the run"),
        source.thresholdNanos(),
        source.lost(),
        source.kinds(),
        source.blind());
  }

  private Stall moved(Stall stall, Machine machine) {
    Moment begin = machine.clock().toRun(stall.beginNanoTime());
    Moment end = machine.clock().toRun(stall.endNanoTime());
    return stall
        .withInterval(
            new Stall.Interval(
                begin.nanos(),
                Math.max(begin.nanos(), end.nanos()),
                stall.errorNanos() + Math.max(begin.errorNanos(), end.errorNanos()),
                source(stall.source(), machine),
                machine.name()))
        .withStop(stop(stall, machine));
  }

  private @Nullable Long stop(Stall stall, Machine machine) {
    Long stop = stall.stop();
    return stop == null
        ? null
        : stops.computeIfAbsent(
            new StopKey(machine.name(), stall.side(), stop), _ -> (long) stops.size());
  }

  private Stalls stalls() {
    stalls.sort(Comparator.comparingLong(Stall::beginNanoTime));
    contentions.sort(
        Comparator.comparingLong((Contention each) -> each.waits().totalNanos()).reversed());
    Map<String, String> settings = new TreeMap<>();
    host.forEach((key, values) -> settings.put(key, text(values)));
    return new Stalls(
        Stalls.FORMAT_VERSION,
        List.copyOf(sources),
        List.copyOf(notObservable),
        List.copyOf(stalls),
        omitted,
        List.copyOf(contentions),
        settings,
        isAllocationUnknown ? null : allocated);
  }

  /// A setting of all machines: `madvise`, or `madvise (m1), always (m2)`.
  private static String text(Map<String, String> values) {
    return Set.copyOf(values.values()).size() == 1
        ? values.values().iterator().next()
        : values.entrySet().stream()
            .map(each -> each.getValue() + " (" + each.getKey() + ")")
            .collect(Collectors.joining(", "));
  }
}
