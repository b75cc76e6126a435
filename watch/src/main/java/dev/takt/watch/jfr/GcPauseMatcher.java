package dev.takt.watch.jfr;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.text.Units;
import dev.takt.watch.gc.CollectionEvents;
import dev.takt.watch.gc.ParallelPhases;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// Matches the pauses that a garbage collector reports to the safepoints in which they happened.
final class GcPauseMatcher {

  private static final Set<String> COLLECTION_EVENTS = CollectionEvents.types();
  private static final int MAX_PHASES = 8;
  private static final long MIN_PHASE_NANOS = 100_000;

  private final RecordingContext context;
  private final List<Pause> pauses = new ArrayList<>();
  private final CollectionEvents collections;

  /// The threads whose allocations triggered collections, by GC id. Their wait is the pause itself,
  /// and no stall of its own.
  private final Map<Long, String> allocators = new HashMap<>();

  private final Map<Long, List<Phase>> phases = new HashMap<>();
  private final Map<Long, ParallelPhases> parallelPhases = new HashMap<>();

  private record Pause(long gcId, String name, long begin, long end) {
    long middle() {
      return begin + (end - begin) / 2;
    }
  }

  private record Phase(String name, long begin, long nanos) {}

  GcPauseMatcher(RecordingContext context) {
    this.context = context;
    this.collections = new CollectionEvents(context::nanoTime);
  }

  void accept(RecordedEvent event) {
    if (COLLECTION_EVENTS.contains(event.getEventType().getName())) {
      collections.accept(event);
      return;
    }
    long gcId = event.getLong("gcId");
    if (event.getEventType().getName().equals("jdk.AllocationRequiringGC")) {
      RecordedThread thread = event.getThread();
      if (thread != null && thread.getJavaName() != null) {
        allocators.putIfAbsent(gcId, thread.getJavaName());
      }
      return;
    }
    long begin = context.nanoTime(event.getStartTime());
    long end = context.nanoTime(event.getEndTime());
    if (event.getEventType().getName().equals("jdk.GCPhasePause")) {
      pauses.add(new Pause(gcId, text(event, "name"), begin, end));
    } else if (event.getEventType().getName().equals("jdk.GCPhaseParallel")) {
      parallelPhases
          .computeIfAbsent(gcId, _ -> new ParallelPhases())
          .add(text(event, "name"), event.getInt("gcWorkerId"), begin, end);
    } else if (end - begin >= MIN_PHASE_NANOS) {
      keepLongest(
          phases.computeIfAbsent(gcId, _ -> new ArrayList<>()),
          new Phase(text(event, "name"), begin, end - begin));
    }
  }

  private static void keepLongest(List<Phase> phases, Phase next) {
    phases.add(next);
    if (phases.size() > 2 * MAX_PHASES) {
      phases.sort(Comparator.comparingLong(Phase::nanos).reversed());
      phases.subList(MAX_PHASES, phases.size()).clear();
    }
  }

  /// Returns the safepoints, with the cause and the evidence of their pauses. A pause outside of
  /// any safepoint, as in a recording without safepoints, becomes a stall by itself.
  ///
  /// @param safepoints ordered by time
  List<Safepoint> merge(List<Safepoint> safepoints, StallSink found) {
    TreeMap<Long, Integer> byBegin = new TreeMap<>();
    for (int i = 0; i < safepoints.size(); i++) {
      byBegin.put(safepoints.get(i).beginNanoTime(), i);
    }
    List<Safepoint> all = new ArrayList<>(safepoints);
    for (Pause pause : pauses) {
      long middle = pause.middle();
      Map.Entry<Long, Integer> before = byBegin.floorEntry(middle);
      Safepoint safepoint = before == null ? null : all.get(before.getValue());
      if (before != null && safepoint != null && middle <= safepoint.endNanoTime()) {
        all.set(before.getValue(), safepoint.with(cause(pause), evidence(pause)));
      } else {
        found.add(standalone(pause));
      }
    }
    return all;
  }

  private Stall standalone(Pause pause) {
    return Stall.of(StallKind.GC_PAUSE, context.side(), context.interval(pause.begin, pause.end))
        .withCause(cause(pause))
        .withEvidence(
            evidence(pause)
                .withEdges(
                    "those of the collector's pause: threads were stopped before and after it,"
                        + " too"));
  }

  private String cause(Pause pause) {
    return Objects.requireNonNullElse(collections.cause(pause.gcId), pause.name);
  }

  private Evidence.GcPause evidence(Pause pause) {
    List<Phase> all = new ArrayList<>(phases.getOrDefault(pause.gcId, List.of()));
    ParallelPhases parallel = parallelPhases.get(pause.gcId);
    if (parallel != null) {
      parallel
          .nanosWithin(pause.begin, pause.end)
          .forEach((name, nanos) -> all.add(new Phase(name, pause.begin, nanos)));
    }
    List<String> within =
        all.stream()
            .filter(each -> each.begin >= pause.begin && each.begin <= pause.end)
            .sorted(Comparator.comparingLong(Phase::nanos).reversed())
            .limit(MAX_PHASES)
            .map(each -> each.name + " " + Units.time(each.nanos))
            .toList();
    return new Evidence.GcPause(
        pause.gcId,
        pause.name,
        collections.collector(pause.gcId),
        allocators.get(pause.gcId),
        within.isEmpty() ? null : within,
        null,
        collections.collection(pause.gcId, pause.name, pause.middle()));
  }

  private static String text(RecordedEvent event, String field) {
    @Nullable String text = event.hasField(field) ? event.getString(field) : null;
    return text == null ? "unknown" : text;
  }
}
