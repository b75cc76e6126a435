package dev.takt.watch.gc;

import dev.takt.runs.model.Evidence.GcFailure;
import dev.takt.runs.model.Evidence.GcHeap;
import dev.takt.runs.model.Evidence.GcKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedObject;
import org.jspecify.annotations.Nullable;

/// The events of one garbage collection so far.
///
/// No event has the promoted bytes for all collectors:
///
/// - Parallel has the old generation before and after.
/// - G1 has what was copied into old regions. In a mixed collection that is also what was old
///   already, so it is not known there how much was promoted.
/// - Serial has the whole heap, and the sizes of the survivors by age; the rest is old. Its growth
///   since the collection before is what was promoted, and what was too large for the young
///   generation. A full collection leaves nothing young if the old generation has room for all.
final class CollectionFacts {

  /// How it belongs to a concurrent cycle.
  enum Cycle {
    NONE,
    /// It is one.
    OWN,
    /// It starts the next one.
    STARTED,
    /// It frees regions that the one before has found.
    FOLLOWED
  }

  private static final int MAX_AGE = 15;
  private static final Set<String> FULL = Set.of("SerialOld", "ParallelOld", "G1Full");
  private static final Set<String> YOUNG = Set.of("DefNew", "ParallelScavenge", "ZGC Minor");
  private static final Set<String> CONCURRENT = Set.of("G1Old", "Z", "ZGC Major", "Shenandoah");
  private static final String G1_YOUNG = "G1New";
  private static final String SERIAL_YOUNG = "DefNew";
  private static final String SERIAL_FULL = "SerialOld";

  private @Nullable String name;
  private @Nullable String cause;
  private String g1Type = "";
  private @Nullable GcFailure failure;
  private boolean isFullPause;
  private @Nullable Long before;
  private @Nullable Long after;
  private @Nullable Long heapLimit;
  private long heapSize;
  private @Nullable Long oldBefore;
  private @Nullable Long oldAfter;
  private @Nullable Long oldLimit;
  private @Nullable Long youngBefore;
  private @Nullable Long youngAfter;
  private @Nullable Long copiedToOld;
  private final long[] ages = new long[MAX_AGE + 1];
  private boolean hasAges;

  void name(@Nullable String itsName, @Nullable String itsCause) {
    name = itsName;
    cause = itsCause;
  }

  @Nullable String name() {
    return name;
  }

  @Nullable String cause() {
    return cause;
  }

  void g1Type(@Nullable String type) {
    g1Type = Objects.requireNonNullElse(type, "");
  }

  void failed(GcFailure how) {
    failure = how;
  }

  /// Takes the name of one of its pauses, which Shenandoah reports failures by.
  void pause(String pause) {
    if (pause.startsWith("Pause Degenerated")) {
      failed(GcFailure.CONCURRENT_MODE);
    }
    isFullPause |= pause.startsWith("Pause Full");
  }

  void heap(RecordedEvent event) {
    long used = event.getLong("heapUsed");
    if (isBefore(event)) {
      before = used;
    } else {
      after = used;
    }
    RecordedObject space = struct(event, "heapSpace");
    heapLimit = space.getLong("reservedSize");
    heapSize = space.getLong("committedSize");
  }

  void g1Heap(RecordedEvent event) {
    long young = event.getLong("edenUsedSize") + event.getLong("survivorUsedSize");
    if (isBefore(event)) {
      youngBefore = young;
    } else {
      youngAfter = young;
    }
  }

  void parallelHeap(RecordedEvent event) {
    long old = struct(event, "oldObjectSpace").getLong("used");
    if (isBefore(event)) {
      oldBefore = old;
    } else {
      oldAfter = old;
    }
    oldLimit = struct(event, "oldSpace").getLong("reservedSize");
  }

  void copiedToOld(RecordedObject statistics) {
    copiedToOld = statistics.getLong("used") + statistics.getLong("directAllocated");
  }

  void age(int age, long bytes) {
    if (age >= 1 && age <= MAX_AGE) {
      ages[age] = bytes;
      hasAges = true;
    }
  }

  private static boolean isBefore(RecordedEvent event) {
    return "Before GC".equals(event.getString("when"));
  }

  static RecordedObject struct(RecordedObject event, String field) {
    return Objects.requireNonNull(event.<RecordedObject>getValue(field), field);
  }

  @Nullable GcKind kind() {
    if (name == null) {
      return null;
    }
    if (isFullPause || FULL.contains(name)) {
      return GcKind.FULL;
    }
    if (name.equals(G1_YOUNG)) {
      return g1Type.equals("Mixed") ? GcKind.MIXED : GcKind.YOUNG;
    }
    return YOUNG.contains(name)
        ? GcKind.YOUNG
        : CONCURRENT.contains(name) ? GcKind.CONCURRENT : null;
  }

  @Nullable GcFailure failure() {
    return failure;
  }

  boolean isExplicit() {
    return "System.gc()".equals(cause);
  }

  boolean isG1Cycle() {
    return "G1Old".equals(name);
  }

  Cycle cycle() {
    GcKind kind = kind();
    if (kind == GcKind.CONCURRENT) {
      return Cycle.OWN;
    }
    return kind == GcKind.MIXED
        ? Cycle.FOLLOWED
        : g1Type.equals("Concurrent Start") ? Cycle.STARTED : Cycle.NONE;
  }

  /// How it changed the heap.
  ///
  /// @param former the collection before it, if that is known
  /// @param youngLimit the maximum size of Serial's young generation, if that is known
  GcHeap heap(@Nullable CollectionFacts former, @Nullable Long youngLimit) {
    Long old = oldAfter();
    Long oldBeforeIt = oldBefore(former, youngLimit);
    return new GcHeap(
        before,
        after,
        kind() == GcKind.YOUNG ? youngBefore(oldBeforeIt) : null,
        kind() == GcKind.YOUNG ? promoted(oldBeforeIt, old) : null,
        old,
        old == null ? null : oldLimit(youngLimit),
        hasAges ? ages() : null);
  }

  private boolean isSerialYoung() {
    return SERIAL_YOUNG.equals(name);
  }

  private @Nullable Long oldBefore(@Nullable CollectionFacts former, @Nullable Long youngLimit) {
    if (!isSerialYoung() || former == null) {
      return oldBefore;
    }
    return former.isSerialYoung() ? former.oldAfter() : former.oldAfterFull(youngLimit);
  }

  /// What is old after a full collection of Serial; null if some of it may be young.
  private @Nullable Long oldAfterFull(@Nullable Long youngLimit) {
    boolean isOld =
        SERIAL_FULL.equals(name)
            && after != null
            && youngLimit != null
            && after <= heapSize - youngLimit;
    return isOld ? after : null;
  }

  private @Nullable Long oldAfter() {
    if (oldAfter != null || after == null) {
      return oldAfter;
    }
    if (youngAfter != null) {
      return after - youngAfter;
    }
    return isSerialYoung() && hasAges && failure == null ? Long.valueOf(after - survivors()) : null;
  }

  private long survivors() {
    long sum = 0;
    for (long each : ages) {
      sum += each;
    }
    return sum;
  }

  private @Nullable Long youngBefore(@Nullable Long old) {
    if (youngBefore != null || old == null || before == null) {
      return youngBefore;
    }
    return before - old;
  }

  private @Nullable Long promoted(@Nullable Long oldBeforeIt, @Nullable Long old) {
    if (G1_YOUNG.equals(name)) {
      return copiedToOld;
    }
    return old == null || oldBeforeIt == null ? null : Long.valueOf(Math.max(0, old - oldBeforeIt));
  }

  private @Nullable Long oldLimit(@Nullable Long youngLimit) {
    if (oldLimit != null || !isSerialYoung()) {
      return oldLimit == null ? heapLimit : oldLimit;
    }
    return heapLimit == null || youngLimit == null ? null : Long.valueOf(heapLimit - youngLimit);
  }

  /// Up to the oldest one that there is.
  private List<Long> ages() {
    int oldest = MAX_AGE;
    while (oldest > 0 && ages[oldest] == 0) {
      oldest--;
    }
    List<Long> sizes = new ArrayList<>();
    for (int age = 1; age <= oldest; age++) {
      sizes.add(ages[age]);
    }
    return sizes;
  }
}
