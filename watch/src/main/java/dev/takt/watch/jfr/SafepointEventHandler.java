package dev.takt.watch.jfr;

import dev.takt.runs.model.Evidence;
import dev.takt.watch.gc.CollectionEvents;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// Joins the JFR events of each safepoint by their safepointId. A garbage collector's pause begins
/// after the threads have stopped, and ends up to 4 ms before they go on. So it gives the cause of
/// a safepoint, not its edges.
public final class SafepointEventHandler implements EventHandler {

  /// How many safepoints are kept, at about 300 bytes each; beyond that, the shortest are dropped.
  private static final int MAX_SAFEPOINTS = 300_000;

  private final RecordingContext context;
  private final UnaryOperator<List<Safepoint>> refine;
  private final GcPauseMatcher pauses;
  private final Map<Long, Parts> safepoints = new HashMap<>();
  private long omitted;

  /// The events of one safepoint so far; times are on the run's clock.
  private static final class Parts {
    boolean begun;
    boolean ended;
    boolean hasOperation;
    long begin;
    long reached;
    long end;
    long operationBegin;
    long operationEnd;
    @Nullable String operation;
    @Nullable String caller;
    @Nullable Long threads;
    @Nullable Long runningThreads;
  }

  /// @param refine merges the safepoints with those of another source; gets them ordered by time
  public SafepointEventHandler(RecordingContext context, UnaryOperator<List<Safepoint>> refine) {
    this.context = context;
    this.refine = refine;
    this.pauses = new GcPauseMatcher(context);
  }

  @Override
  public Set<String> types() {
    Set<String> types = new HashSet<>(CollectionEvents.types());
    types.addAll(
        Set.of(
            "jdk.SafepointBegin",
            "jdk.SafepointStateSynchronization",
            "jdk.SafepointEnd",
            "jdk.ExecuteVMOperation",
            "jdk.AllocationRequiringGC",
            "jdk.GCPhasePause",
            "jdk.GCPhasePauseLevel1",
            "jdk.GCPhaseParallel"));
    return types;
  }

  @Override
  public void accept(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.SafepointBegin" -> {
        Parts parts = partsOf(event);
        parts.begun = true;
        parts.begin = begin(event);
        parts.reached = end(event);
        parts.threads = count(event, "totalThreadCount");
      }
      case "jdk.SafepointStateSynchronization" ->
          partsOf(event).runningThreads = count(event, "runningThreadCount");
      case "jdk.SafepointEnd" -> {
        Parts parts = partsOf(event);
        parts.ended = true;
        parts.end = end(event);
      }
      case "jdk.ExecuteVMOperation" -> {
        if (!event.hasField("safepoint") || event.getBoolean("safepoint")) {
          operation(event);
        }
      }
      default -> pauses.accept(event);
    }
  }

  private void operation(RecordedEvent event) {
    Parts parts = partsOf(event);
    parts.hasOperation = true;
    parts.operationBegin = begin(event);
    parts.operationEnd = end(event);
    parts.operation = event.getString("operation");
    RecordedThread caller = event.hasField("caller") ? event.getThread("caller") : null;
    if (caller != null) {
      parts.caller = caller.getJavaName() != null ? caller.getJavaName() : caller.getOSName();
    }
  }

  private Parts partsOf(RecordedEvent event) {
    if (safepoints.size() >= MAX_SAFEPOINTS) {
      prune();
    }
    return safepoints.computeIfAbsent(event.getLong("safepointId"), _ -> new Parts());
  }

  private void prune() {
    List<Map.Entry<Long, Parts>> byLength = new ArrayList<>(safepoints.entrySet());
    byLength.sort(Comparator.comparingLong(each -> nanos(each.getValue())));
    for (Map.Entry<Long, Parts> each : byLength.subList(0, MAX_SAFEPOINTS / 2)) {
      safepoints.remove(each.getKey());
    }
    omitted += MAX_SAFEPOINTS / 2;
  }

  private static long nanos(Parts parts) {
    return parts.begun && parts.ended
        ? parts.end - parts.begin
        : parts.operationEnd - parts.operationBegin;
  }

  @Override
  public void finish(StallSink found) {
    List<Safepoint> known = new ArrayList<>();
    safepoints.forEach((id, parts) -> {
      Safepoint safepoint = safepoint(id, parts);
      if (safepoint != null) {
        known.add(safepoint);
      }
    });
    known.sort(Comparator.comparingLong(Safepoint::beginNanoTime));
    List<Safepoint> stopsWithPauses = pauses.merge(known, found);
    for (Safepoint each : refine.apply(stopsWithPauses)) {
      SafepointMapper.map(each, context.side()).forEach(found::add);
    }
  }

  /// How many safepoints were dropped.
  long omitted() {
    return omitted;
  }

  private @Nullable Safepoint safepoint(long id, Parts parts) {
    if (!parts.begun && !parts.hasOperation) {
      return null; // It began before the recording, or is shorter than the threshold.
    }
    long begin = parts.begun ? parts.begin : parts.operationBegin;
    long reached = parts.begun ? parts.reached : begin;
    long end;
    String endWhy = null;
    if (parts.ended) {
      end = parts.end;
    } else if (parts.hasOperation) {
      end = parts.operationEnd;
      endWhy = "end of the operation: the threads went on up to some ms later";
    } else {
      end = reached;
      endWhy = "not recorded: the safepoint was longer than this";
    }
    String beginWhy = parts.begun ? null : "begin of the operation: the safepoint began earlier";
    String operation = parts.operation;
    if (operation == null && parts.begun && parts.ended) {
      operation = "no vm operation";
    }
    long stopped = Math.max(begin, reached);
    return new Safepoint(
        id,
        context.interval(begin, Math.max(end, stopped)),
        null,
        List.of(),
        Evidence.Safepoint.of(operation, stopped - begin)
            .with(new Evidence.SafepointEdges(beginWhy, endWhy, null, null))
            .with(
                new Evidence.SafepointThreads(
                    parts.caller, parts.threads, parts.runningThreads, null, null, null)));
  }

  private static @Nullable Long count(RecordedEvent event, String field) {
    return event.hasField(field) ? event.getLong(field) : null;
  }

  private long begin(RecordedEvent event) {
    return context.nanoTime(event.getStartTime());
  }

  private long end(RecordedEvent event) {
    return context.nanoTime(event.getEndTime());
  }
}
