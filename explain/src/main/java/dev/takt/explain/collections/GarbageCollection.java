package dev.takt.explain.collections;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Evidence.GcCollection;
import dev.takt.runs.model.Evidence.GcFailure;
import dev.takt.runs.model.Evidence.GcHeap;
import dev.takt.runs.model.Evidence.GcKind;
import dev.takt.runs.model.Evidence.GcPause;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A garbage collection with all its pauses.
///
/// @param cause why it ran; empty if that is not known
/// @param collector the name of the collector; empty if that is not known
/// @param facts what it achieved
/// @param beginNanoTime the begin of its first pause
/// @param pauses the lengths of its pauses, in nanoseconds
record GarbageCollection(
    String cause, String collector, GcCollection facts, long beginNanoTime, List<Long> pauses) {

  /// A JVM numbers its collections. A pause without a number counts as a collection.
  private record Id(String source, long number) {}

  /// The collections of pauses of one JVM, in the order of their begins.
  static List<GarbageCollection> of(Collection<Stall> stalls) {
    Map<Id, GarbageCollection> collections = new LinkedHashMap<>();
    long unknown = 0;
    for (Stall each : stalls) {
      if (each.kind() == StallKind.GC_PAUSE) {
        GcPause pause = pause(each);
        long number = pause.gcId() == null ? --unknown : pause.gcId();
        collections
            .computeIfAbsent(
                new Id(each.source(), number),
                _ ->
                    new GarbageCollection(
                        each.cause() == null ? "" : each.cause(),
                        pause.collector() == null ? "" : pause.collector(),
                        pause.collection(),
                        each.beginNanoTime(),
                        new ArrayList<>()))
            .pauses
            .add(each.nanos());
      }
    }
    return List.copyOf(collections.values());
  }

  private static GcPause pause(Stall stall) {
    return switch (stall.evidence()) {
      case GcPause pause -> pause;
      case Evidence.Safepoint safepoint -> safepoint.gc();
      default -> GcPause.NONE;
    };
  }

  @Nullable GcKind kind() {
    return facts.collected();
  }

  @Nullable GcFailure failure() {
    return facts.failure();
  }

  GcHeap heap() {
    return facts.heap();
  }

  boolean isYoung() {
    return kind() == GcKind.YOUNG;
  }

  boolean isG1() {
    return collector.startsWith("G1");
  }

  boolean isExplicit() {
    return cause.equals("System.gc()");
  }

  /// Whether it ran for a large object. The concurrent cycle that it starts has the same cause.
  boolean isHumongous() {
    return cause.equals("G1 Humongous Allocation") && kind() != GcKind.CONCURRENT;
  }

  /// Whether it only starts a concurrent cycle, which has the same cause and is another collection.
  boolean isStart() {
    return isYoung() && facts.cycle() != null;
  }

  /// Whether the heap before and after it is known.
  boolean hasHeap() {
    return heap().beforeBytes() != null && heap().afterBytes() != null;
  }

  long before() {
    return orZero(heap().beforeBytes());
  }

  long after() {
    return orZero(heap().afterBytes());
  }

  long young() {
    return orZero(heap().youngBytes());
  }

  long promoted() {
    return orZero(heap().promotedBytes());
  }

  long old() {
    return orZero(heap().oldBytes());
  }

  long oldLimit() {
    return orZero(heap().oldLimitBytes());
  }

  /// The bytes that it freed beyond what was allocated meanwhile.
  long freed() {
    return Math.max(0, before() - after());
  }

  /// The bytes of old objects that it freed at least.
  ///
  /// @param youngLimit the most that the young generation can have had, if it is not known
  long minFreedOld(long youngLimit) {
    return Math.max(0, freed() - (heap().youngBytes() == null ? youngLimit : young()));
  }

  boolean isBefore(GarbageCollection other) {
    return beginNanoTime - other.beginNanoTime < 0;
  }

  private static long orZero(@Nullable Long bytes) {
    return bytes == null ? 0 : bytes;
  }

  long pausedNanos() {
    return pauses.stream().mapToLong(Long::longValue).sum();
  }
}
