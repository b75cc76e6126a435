package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Evidence.GcCollection;
import dev.takt.runs.model.Evidence.GcHeap;
import dev.takt.runs.model.Evidence.GcKind;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jvm.VictimJvm.Deed;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Programs of which it is known by construction what their collections find.
class CollectionEventsTest {

  private static final long MB = 1 << 20;

  /// The live objects of the program: 400,000 of 16 bytes, and the array of their list.
  private static final long LIVE = 400_000 * 16 + 4 * MB;

  private static final int CHURNED = 96;
  private static final int RETAINED = 48;

  @TempDir Path directory;
  private Findings found = Findings.NONE;
  private List<Deed> deeds = List.of();

  @ParameterizedTest(name = "JDK {0}, {1}")
  @CsvSource({"25, Serial", "25, G1"})
  void collectionsOfKnownPrograms(int version, String collector) throws Exception {
    check(version, collector);
  }

  @ParameterizedTest(name = "JDK {0}, {1}")
  @CsvSource({"17, Serial", "17, Parallel", "17, G1", "25, Parallel"})
  @Tag("slow")
  void collectionsOfKnownProgramsOfOtherJvms(int version, String collector) throws Exception {
    check(version, collector);
  }

  private void check(int version, String collector) throws Exception {
    watch(version, collector, "gc", "2", "churn", "" + CHURNED, "retain", "" + RETAINED);

    List<Stall> explicit = pausesIn("gc");
    assertThat(explicit).as("%s", found.notObservable()).hasSize(2);
    for (Stall each : explicit) {
      assertThat(collection(each).collected()).isEqualTo(GcKind.FULL);
      assertThat(collection(each).requestedBy()).startsWith("Victim.repeat:");
      assertThat(heap(each).afterBytes()).isBetween(LIVE, LIVE + 8 * MB);
    }

    List<Stall> churn = pausesIn("churn");
    assertThat(churn)
        .allMatch(each -> collection(each).collected() == GcKind.YOUNG)
        .allMatch(each -> collection(each).requestedBy() == null)
        .hasSizeBetween(8, 25);
    assertThat(allocatedBetween(churn)).isBetween((CHURNED - 20) * MB, (CHURNED + 4) * MB);
    assertThat(sum(churn, GcHeap::promotedBytes)).isLessThan(4 * MB);
    for (Stall each : churn.subList(1, churn.size())) {
      GcHeap heap = heap(each);
      long freed = before(each) - after(each);
      assertThat(freed).isGreaterThan(Objects.requireNonNull(heap.youngBytes()) * 8 / 10);
      assertThat(heap.youngBytes()).isLessThanOrEqualTo(10 * MB);
    }

    List<Stall> retain = pausesIn("retain");
    assertThat(retain).hasSizeGreaterThan(3);
    assertThat(sum(retain, GcHeap::promotedBytes))
        .isBetween((RETAINED - 20) * MB, (RETAINED + 4) * MB);
    for (Stall each : retain.subList(1, retain.size())) { // the first one frees what churn left
      assertThat(before(each) - after(each)).isLessThan(2 * MB);
      List<Long> ages = Objects.requireNonNullElse(heap(each).ages(), List.of());
      assertThat(Objects.requireNonNull(heap(each).oldBytes()) + sum(ages))
          .as("old ones and survivors")
          .isLessThanOrEqualTo(after(each) + MB / 4);
    }
    GcHeap last = heap(retain.getLast());
    assertThat(last.oldBytes()).isBetween(LIVE + (RETAINED - 12) * MB, LIVE + (RETAINED + 8) * MB);
    assertThat(last.oldLimitBytes()).isBetween(110 * MB, 128 * MB);
    if (collector.equals("G1")) {
      copyingTakesTheTimeOfPausesThatRetain(
          churn,
          retain.stream().filter(each -> collection(each).collected() == GcKind.YOUNG).toList());
    }
  }

  /// G1 copies what is live: next to nothing, or all.
  private static void copyingTakesTheTimeOfPausesThatRetain(List<Stall> churn, List<Stall> retain) {
    for (Stall each : retain.subList(1, retain.size())) {
      assertThat(copyingNanos(each)).isBetween(0L, each.nanos());
    }
    double ofChurn =
        churn.stream().mapToLong(CollectionEventsTest::copyingNanos).average().orElse(0);
    double ofRetain =
        retain.stream().mapToLong(CollectionEventsTest::copyingNanos).average().orElse(0);
    assertThat(ofRetain).isGreaterThan(4 * ofChurn);
  }

  private static long copyingNanos(Stall pause) {
    return Objects.requireNonNullElse(pause(pause).phases(), List.<String>of()).stream()
        .filter(each -> each.startsWith("ObjCopy "))
        .mapToLong(CollectionEventsTest::nanosOf)
        .sum();
  }

  /// Of a phase as text: `ObjCopy 5.76 ms`.
  private static long nanosOf(String phase) {
    String[] words = phase.split(" ", -1);
    double unit =
        switch (words[2]) {
          case "ns" -> 1;
          case "µs" -> 1e3;
          case "ms" -> 1e6;
          default -> 1e9;
        };
    return (long) (Double.parseDouble(words[1]) * unit);
  }

  @ParameterizedTest(name = "JDK {0}")
  @CsvSource("25")
  void humongousAllocationsAreTheCauseOfCollections(int version) throws Exception {
    watch(version, "G1", "humongous", "400");

    List<Stall> pauses = pausesIn("humongous");
    assertThat(pauses)
        .hasSizeGreaterThan(5)
        .allMatch(each -> "G1 Humongous Allocation".equals(each.cause()))
        .allMatch(each -> collection(each).collected() == GcKind.YOUNG)
        .allMatch(each -> collection(each).cycle() != null);
    assertThat(allocatedBetween(pauses)).isBetween(400 * MB - 100 * MB, 400 * MB);
  }

  @ParameterizedTest(name = "JDK {0}")
  @CsvSource({"17", "25"})
  @Tag("slow")
  void pausesOfG1sConcurrentCycleBelongToIt(int version) throws Exception {
    watch(version, "G1", "retain", "75", "churn", "1000");

    List<Stall> pauses = new ArrayList<>(pausesIn("retain"));
    pauses.addAll(pausesIn("churn"));
    assertThat(pauses)
        .filteredOn(each -> collection(each).collected() == GcKind.CONCURRENT)
        .isNotEmpty()
        .allMatch(each -> Objects.equals(collection(each).cycle(), gcId(each)))
        .allMatch(each ->
            pauses.stream()
                .anyMatch(start ->
                    collection(start).collected() == GcKind.YOUNG
                        && Objects.equals(collection(start).cycle(), gcId(each))));
  }

  @ParameterizedTest(name = "JDK {0}, {1}")
  @CsvSource({"25, Z", "25, Shenandoah"})
  @Tag("slow")
  void concurrentCollectionsHaveTheirOwnCycle(int version, String collector) throws Exception {
    watch(version, collector, "churn", "600", "gc", "1");

    List<Stall> pauses = new ArrayList<>(pausesIn("churn"));
    pauses.addAll(pausesIn("gc"));
    assertThat(pauses)
        .anyMatch(each ->
            collection(each).collected() == GcKind.CONCURRENT
                && Objects.equals(collection(each).cycle(), gcId(each)));
    assertThat(pauses)
        .filteredOn(each -> heap(each).afterBytes() != null)
        .isNotEmpty()
        .allMatch(each -> after(each) >= LIVE && before(each) <= 128 * MB);
  }

  private void watch(int version, String collector, String... deed) throws Exception {
    List<String> options =
        List.of("-Xms128m", "-Xmx128m", "-Xmn10m", "-XX:+Use" + collector + "GC");
    try (VictimJvm victim = VictimJvm.start(version, directory, options, deed)) {
      JvmObserver observer =
          JvmObserver.ofPid(
              Side.TARGET, victim.pid(), WatchLevel.DEFAULT, directory, EventExtension.NONE);
      observer.start();
      deeds = victim.goAndAwait();
      found = observer.finish();
    }
  }

  private List<Stall> pausesIn(String deed) {
    return found.stalls().stream()
        .filter(each -> each.kind() == StallKind.GC_PAUSE)
        .filter(each ->
            deeds.stream()
                .anyMatch(during ->
                    during.what().equals(deed)
                        && each.beginNanoTime() + each.nanos() / 2 >= during.begin()
                        && each.beginNanoTime() + each.nanos() / 2 <= during.end()))
        .toList();
  }

  private static Evidence.GcPause pause(Stall stall) {
    return stall.evidence() instanceof Evidence.GcPause alone
        ? alone
        : ((Evidence.Safepoint) stall.evidence()).gc();
  }

  private static @Nullable Long gcId(Stall stall) {
    return pause(stall).gcId();
  }

  private static GcCollection collection(Stall stall) {
    return pause(stall).collection();
  }

  private static GcHeap heap(Stall stall) {
    return collection(stall).heap();
  }

  private static long before(Stall stall) {
    return Objects.requireNonNull(heap(stall).beforeBytes());
  }

  private static long after(Stall stall) {
    return Objects.requireNonNull(heap(stall).afterBytes());
  }

  /// What the heap grew by from each collection to the next one.
  private static long allocatedBetween(List<Stall> pauses) {
    long sum = 0;
    for (int i = 1; i < pauses.size(); i++) {
      sum += before(pauses.get(i)) - after(pauses.get(i - 1));
    }
    return sum;
  }

  private static long sum(List<Long> sizes) {
    return sizes.stream().mapToLong(Long::longValue).sum();
  }

  private static long sum(List<Stall> pauses, Function<GcHeap, @Nullable Long> bytes) {
    return pauses.stream().mapToLong(each -> Objects.requireNonNull(bytes.apply(heap(each)))).sum();
  }
}
