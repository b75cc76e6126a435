package dev.takt.watch.gc;

import dev.takt.runs.model.Evidence.GcCollection;
import dev.takt.runs.model.Evidence.GcFailure;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// Joins the JFR events of each garbage collection by their gcId: what it collected, why, and how
/// it changed the heap. All are events of collections, a few of each. Not thread-safe.
public final class CollectionEvents {

  private static final String GARBAGE_COLLECTION = "jdk.GarbageCollection";
  private static final String SYSTEM_GC = "jdk.SystemGC";
  private static final String YOUNG_CONFIGURATION = "jdk.YoungGenerationConfiguration";

  /// The events that belong to a collection and have no length.
  private static final Set<String> INSTANTS =
      Set.of(
          "jdk.GCHeapSummary",
          "jdk.G1HeapSummary",
          "jdk.PSHeapSummary",
          "jdk.G1EvacuationOldStatistics",
          "jdk.TenuringDistribution",
          "jdk.EvacuationFailed",
          "jdk.PromotionFailed",
          "jdk.ConcurrentModeFailure");

  private final Map<Long, CollectionFacts> collections = new HashMap<>();
  private final TreeSet<Long> g1Cycles = new TreeSet<>();
  private final ExplicitRequests requests;
  private @Nullable Long youngLimit;

  /// @param clock converts a time of the recording to that of the pauses
  public CollectionEvents(ToLongFunction<Instant> clock) {
    this.requests = new ExplicitRequests(clock);
  }

  /// The events that it takes.
  public static Set<String> types() {
    Set<String> types = new HashSet<>(INSTANTS);
    types.add(GARBAGE_COLLECTION);
    types.add("jdk.G1GarbageCollection");
    types.add(SYSTEM_GC);
    types.add(YOUNG_CONFIGURATION);
    return types;
  }

  /// The settings that record these events.
  public static Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    INSTANTS.forEach(each -> settings.put(each + "#enabled", "true"));
    for (String each : Set.of(GARBAGE_COLLECTION, "jdk.G1GarbageCollection", SYSTEM_GC)) {
      settings.put(each + "#enabled", "true");
      settings.put(each + "#threshold", "0 ms");
    }
    settings.put(SYSTEM_GC + "#stackTrace", "true");
    settings.put(YOUNG_CONFIGURATION + "#enabled", "true");
    settings.put(YOUNG_CONFIGURATION + "#period", "everyChunk");
    return settings;
  }

  /// Takes an event of [#types].
  public void accept(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case SYSTEM_GC -> requests.accept(event);
      case YOUNG_CONFIGURATION -> youngLimit = event.getLong("maxSize");
      case "jdk.G1EvacuationOldStatistics" -> {
        var statistics = CollectionFacts.struct(event, "statistics");
        of(statistics.getLong("gcId")).copiedToOld(statistics);
      }
      default -> accept(event, of(event.getLong("gcId")));
    }
  }

  private void accept(RecordedEvent event, CollectionFacts collection) {
    switch (event.getEventType().getName()) {
      case GARBAGE_COLLECTION -> {
        collection.name(event.getString("name"), event.getString("cause"));
        if (collection.isG1Cycle()) {
          g1Cycles.add(event.getLong("gcId"));
        }
      }
      case "jdk.G1GarbageCollection" -> collection.g1Type(event.getString("type"));
      case "jdk.GCHeapSummary" -> collection.heap(event);
      case "jdk.G1HeapSummary" -> collection.g1Heap(event);
      case "jdk.PSHeapSummary" -> collection.parallelHeap(event);
      case "jdk.TenuringDistribution" ->
          collection.age((int) event.getLong("age"), event.getLong("size"));
      case "jdk.EvacuationFailed" -> collection.failed(GcFailure.EVACUATION);
      case "jdk.PromotionFailed" -> collection.failed(GcFailure.PROMOTION);
      case "jdk.ConcurrentModeFailure" -> collection.failed(GcFailure.CONCURRENT_MODE);
      default -> throw new IllegalArgumentException(event.getEventType().getName());
    }
  }

  private CollectionFacts of(long gcId) {
    return collections.computeIfAbsent(gcId, _ -> new CollectionFacts());
  }

  /// The name of a collection's collector; null if it is not known.
  public @Nullable String collector(long gcId) {
    CollectionFacts facts = collections.get(gcId);
    return facts == null ? null : facts.name();
  }

  /// The cause of a collection; null if it is not known.
  public @Nullable String cause(long gcId) {
    CollectionFacts facts = collections.get(gcId);
    return facts == null ? null : facts.cause();
  }

  /// What is known of a collection, once all events have been taken.
  ///
  /// @param pause the name of its pause
  /// @param moment within the pause
  public GcCollection collection(long gcId, String pause, long moment) {
    CollectionFacts facts = of(gcId);
    facts.pause(pause);
    CollectionFacts before = collections.get(gcId - 1);
    return new GcCollection(
        facts.kind(),
        facts.failure(),
        cycle(gcId, facts),
        facts.isExplicit() ? requests.at(moment) : null,
        facts.heap(before, youngLimit));
  }

  private @Nullable Long cycle(long gcId, CollectionFacts facts) {
    return switch (facts.cycle()) {
      case OWN -> Long.valueOf(gcId);
      case STARTED -> g1Cycles.ceiling(gcId);
      case FOLLOWED -> g1Cycles.floor(gcId);
      case NONE -> null;
    };
  }
}
