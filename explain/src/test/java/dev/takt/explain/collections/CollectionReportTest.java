package dev.takt.explain.collections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Evidence.GcCollection;
import dev.takt.runs.model.Evidence.GcFailure;
import dev.takt.runs.model.Evidence.GcHeap;
import dev.takt.runs.model.Evidence.GcKind;
import dev.takt.runs.model.Evidence.GcPause;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.text.ByteText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CollectionReportTest {

  private static final long MB = 1 << 20;
  private static final long SECOND = 1_000_000_000;
  private static final String UNDECIDED =
      "dead old objects keep young ones alive, or the live set is that large";

  private final List<Stall> stalls = new ArrayList<>();
  private String collector = "ParallelScavenge";

  private void pause(long id, String cause, GcCollection collection) {
    pause(Side.TARGET, id, cause, collection);
  }

  private void pause(Side side, long id, String cause, GcCollection collection) {
    pause(side, null, id, cause, collection);
  }

  private void pause(
      Side side, @Nullable String machine, long id, String cause, GcCollection collection) {
    long begin = stalls.size() * SECOND / 2;
    stalls.add(
        Stall.of(
                StallKind.GC_PAUSE,
                side,
                new Stall.Interval(begin, begin + 2_000_000, 0, "jfr", machine))
            .withCause(cause)
            .withEvidence(
                Evidence.Safepoint.of("GC", 0)
                    .with(new GcPause(id, "pause", collector, null, null, null, collection))));
  }

  private static GcHeap heap(long before, long after) {
    return new GcHeap(before * MB, after * MB, null, null, null, null, null);
  }

  private static GcHeap heap(long before, long after, long young, long promoted, long old) {
    return new GcHeap(
        before * MB, after * MB, young * MB, promoted * MB, old * MB, 1_000 * MB, null);
  }

  private static GcCollection collected(GcKind kind, GcHeap heap) {
    return new GcCollection(kind, null, null, null, heap);
  }

  private static GcCollection explicit(@Nullable String frames) {
    return new GcCollection(GcKind.FULL, null, null, frames, heap(50, 20));
  }

  private List<CollectionReport> reports(long omitted) {
    return CollectionReport.of(
        new Stalls(
            Stalls.FORMAT_VERSION, List.of(), List.of(), stalls, omitted, List.of(), Map.of()));
  }

  private CollectionReport report() {
    List<CollectionReport> reports = reports(0);
    assertThat(reports).hasSize(1);
    return reports.getFirst();
  }

  private CollectionRow row(CollectionClass what) {
    return report().rows().stream().filter(each -> each.what() == what).findFirst().orElseThrow();
  }

  @Test
  void collectionsOfAClassAreOneRow() {
    pause(1, "Allocation Failure", collected(GcKind.YOUNG, heap(100, 70, 40, 6, 60)));
    pause(2, "Allocation Failure", collected(GcKind.YOUNG, heap(120, 80, 40, 7, 70)));
    pause(3, "Ergonomics", collected(GcKind.FULL, heap(90, 10)));

    assertThat(report().rows())
        .containsExactly(
            new CollectionRow(
                CollectionClass.YOUNG,
                2,
                4_000_000,
                2_000_000,
                110 * MB,
                75 * MB,
                70 * MB,
                13 * MB),
            new CollectionRow(
                CollectionClass.FULL, 1, 2_000_000, 2_000_000, 90 * MB, 10 * MB, 80 * MB, null));
  }

  @Test
  void pausesOfOneCycleAreOneCollection() {
    pause(7, "G1 Periodic", collected(GcKind.CONCURRENT, heap(100, 70)));
    pause(7, "G1 Periodic", collected(GcKind.CONCURRENT, heap(100, 70)));

    CollectionRow row = row(CollectionClass.CONCURRENT);
    assertThat(row.count()).isEqualTo(1);
    assertThat(row.pausedNanos()).isEqualTo(4_000_000);
    assertThat(row.longestNanos()).isEqualTo(2_000_000);
    assertThat(row.freedBytes()).isEqualTo(30 * MB);
  }

  @Test
  void classesAreKeptApart() {
    pause(1, "a", collected(GcKind.YOUNG, GcHeap.UNKNOWN));
    pause(2, "G1 Humongous Allocation", collected(GcKind.YOUNG, GcHeap.UNKNOWN));
    pause(3, "a", collected(GcKind.MIXED, GcHeap.UNKNOWN));
    pause(4, "a", new GcCollection(GcKind.YOUNG, GcFailure.EVACUATION, null, null, GcHeap.UNKNOWN));
    pause(5, "a", new GcCollection(GcKind.YOUNG, GcFailure.PROMOTION, null, null, GcHeap.UNKNOWN));
    pause(
        6,
        "a",
        new GcCollection(GcKind.CONCURRENT, GcFailure.CONCURRENT_MODE, null, null, GcHeap.UNKNOWN));
    pause(7, "System.gc()", explicit(null));
    pause(8, "a", GcCollection.UNKNOWN);

    assertThat(report().rows())
        .extracting(CollectionRow::what)
        .containsExactly(
            CollectionClass.YOUNG,
            CollectionClass.HUMONGOUS,
            CollectionClass.MIXED,
            CollectionClass.CONCURRENT_MODE_FAILED,
            CollectionClass.EVACUATION_FAILED,
            CollectionClass.PROMOTION_FAILED,
            CollectionClass.FULL_EXPLICIT,
            CollectionClass.UNKNOWN);
    assertThat(report().rows()).allMatch(each -> each.count() == 1);
  }

  @Test
  void sidesAreKeptApart() {
    pause(1, "a", collected(GcKind.YOUNG, GcHeap.UNKNOWN));
    pause(Side.GENERATOR, 1, "a", collected(GcKind.YOUNG, GcHeap.UNKNOWN));

    assertThat(reports(0))
        .extracting(CollectionReport::side)
        .containsExactly(Side.TARGET, Side.GENERATOR);
  }

  /// Each generator promotes 20 MB a second, and all have the same numbers of collections.
  @Test
  void machinesAreKeptApart() {
    for (int i = 0; i < 5; i++) {
      for (String each : List.of("load2", "load1")) {
        pause(
            Side.GENERATOR,
            each,
            i,
            "a",
            collected(GcKind.YOUNG, heap(300, 200, 150, 20, 100 + 20 * i)));
      }
    }
    List<CollectionReport> reports = reports(0);
    assertThat(reports).extracting(CollectionReport::machine).containsExactly("load1", "load2");
    assertThat(reports)
        .allSatisfy(each -> {
          assertThat(each.rows().getFirst().count()).isEqualTo(5);
          assertThat(each.findings().getFirst()).startsWith("promotion rate 20.0 MB/s: ");
        });
  }

  @Test
  void collectionsOfUnknownKindAreNotReported() {
    pause(1, "a", GcCollection.UNKNOWN);
    assertThat(reports(0)).isEmpty();
  }

  private void ineffective(int count) {
    for (int i = 0; i < count; i++) {
      pause(
          stalls.size(),
          "Allocation Failure",
          collected(GcKind.YOUNG, heap(106 + i, 104 + i, 40, 38, 104)));
    }
  }

  @Test
  void ineffectiveYoungCollectionsAreFound() {
    ineffective(4);
    assertThat(report().findings().getFirst())
        .isEqualTo(
            "4 young collections freed 5.0 % of the young generation, and promoted 152 MB: dead old"
                + " objects keep young ones alive, or the live set is that large");
  }

  @Test
  void fullCollectionsShowThatPromotedObjectsWereDead() {
    ineffective(4);
    pause(9, "Ergonomics", collected(GcKind.FULL, heap(170, 20)));
    assertThat(report().findings().getFirst())
        .endsWith(
            "promoted 152 MB: a full one then freed 150 MB, 110 MB or more of it old, so it was"
                + " dead. Dead old objects keep young ones alive, or objects die soon after they"
                + " were promoted");
  }

  /// All that the full collections free is garbage of the young generation.
  @Test
  void garbageOfTheYoungGenerationIsNotWhatWasPromoted() {
    for (int i = 0; i < 5; i++) {
      pause(i, "a", collected(GcKind.YOUNG, heap(122, 120, 40, 18, 95)));
    }
    for (int i = 5; i < 25; i++) {
      pause(i, "Ergonomics", collected(GcKind.FULL, heap(120, 95)));
    }
    assertThat(report().findings().getFirst())
        .isEqualTo(
            "5 young collections freed 5.0 % of the young generation, and promoted 90.0 MB: "
                + UNDECIDED);
  }

  @Test
  void knownSizeOfTheYoungGenerationIsSubtracted() {
    ineffective(4);
    pause(9, "Ergonomics", collected(GcKind.FULL, heap(170, 80, 10, 0, 80)));
    assertThat(report().findings().getFirst())
        .contains("a full one then freed 90.0 MB, 80.0 MB or more of it old, so it was dead");
  }

  @Test
  void unknownSizeOfTheYoungGenerationCanBeTheLargest() {
    ineffective(4);
    pause(9, "Ergonomics", collected(GcKind.FULL, heap(170, 80)));
    assertThat(report().findings().getFirst()).endsWith(UNDECIDED);
  }

  @Test
  void fullCollectionsBeforeYoungOnesSayNothing() {
    pause(9, "Ergonomics", collected(GcKind.FULL, heap(400, 20)));
    pause(10, "Ergonomics", collected(GcKind.FULL, heap(22, 20)));
    ineffective(4);
    assertThat(report().findings().getFirst()).endsWith(UNDECIDED);
  }

  @Test
  void fullCollectionsSayNothingOfWhatIsPromotedLater() {
    ineffective(1);
    pause(9, "Ergonomics", collected(GcKind.FULL, heap(106, 100)));
    ineffective(3);
    assertThat(report().findings().getFirst()).endsWith(UNDECIDED);
  }

  @Test
  void fullCollectionsShowThatPromotedObjectsWereAlive() {
    ineffective(4);
    pause(9, "Ergonomics", collected(GcKind.FULL, heap(170, 168)));
    assertThat(report().findings().getFirst())
        .endsWith("a full one then freed 2.00 MB, so the live set is that large");
  }

  @Test
  void effectiveYoungCollectionsAreNoFinding() {
    for (int i = 0; i < 10; i++) {
      pause(i, "Allocation Failure", collected(GcKind.YOUNG, heap(106, 72, 40, 0, 70)));
    }
    assertThat(report().findings()).isEmpty();
  }

  @Test
  void twoIneffectiveCollectionsCanBeChance() {
    ineffective(2);
    assertThat(report().findings()).isEmpty();
  }

  @Test
  void promotionRateFillsTheOldGeneration() {
    for (int i = 0; i < 5; i++) { // every half second 20 MB; 900 MB are free at first
      pause(i, "a", collected(GcKind.YOUNG, heap(300, 200, 150, 20, 100 + 20 * i)));
    }
    assertThat(report().findings())
        .containsExactly(
            "promotion rate 40.0 MB/s: the old generation, of 0.977 GB with at least 100 MB in use,"
                + " fills in 23 s");
  }

  @Test
  void promotionRateOfG1FillsTheHeap() {
    collector = "G1New";
    for (int i = 0; i < 5; i++) {
      pause(i, "a", collected(GcKind.YOUNG, heap(300, 200, 150, 20, 100 + 20 * i)));
    }
    assertThat(report().findings())
        .containsExactly(
            "promotion rate 40.0 MB/s: the heap, of 0.977 GB with at least 100 MB of it old, fills"
                + " in 23 s");
  }

  @Test
  void slowPromotionIsNoFinding() {
    for (int i = 0; i < 5; i++) {
      pause(
          i,
          "a",
          collected(
              GcKind.YOUNG,
              new GcHeap(300 * MB, 200 * MB, 150 * MB, MB / 16, 100 * MB, 1_000 * MB, null)));
    }
    assertThat(report().findings()).isEmpty();
  }

  /// The shortest collections can be missing, so there is no rate, and no sum to compare with.
  @Test
  void omittedStallsCanBeCollections() {
    ineffective(4);
    pause(9, "Ergonomics", collected(GcKind.FULL, heap(170, 20)));
    assertThat(reports(12).getFirst().findings())
        .containsExactly(
            "4 young collections freed 5.0 % of the young generation, and promoted 152 MB: "
                + UNDECIDED,
            "12 shorter stalls were left out: counts and sums can be too small");
    assertThat(reports(0).getFirst().findings().get(1)).startsWith("promotion rate ");
  }

  @Test
  void callersOfSystemGcAreNamed() {
    for (int i = 0; i < 12; i++) {
      pause(i, "System.gc()", explicit("app.Foo.bar:12\napp.Main.main:3"));
    }
    pause(12, "System.gc()", explicit(null));
    assertThat(report().findings())
        .containsExactly(
            "12 full collections by System.gc() from app.Foo.bar:12",
            "1 full collection by System.gc() from a place that was not recorded");
  }

  @Test
  void startOfAConcurrentCycleAndTheCycleAreOneRequest() {
    for (long id : List.of(1L, 3L)) {
      for (String cause : List.of("System.gc()", "G1 Humongous Allocation")) {
        long start = 100 * id + cause.length();
        pause(
            start, cause, new GcCollection(GcKind.YOUNG, null, start + 1, "A.b:1", GcHeap.UNKNOWN));
        pause(
            start + 1,
            cause,
            new GcCollection(GcKind.CONCURRENT, null, start + 1, "A.b:1", GcHeap.UNKNOWN));
      }
    }
    assertThat(report().findings())
        .containsExactly(
            "2 collections by System.gc() from A.b:1",
            "humongous allocations caused 2 collections of 8: objects of half a region"
                + " (-XX:G1HeapRegionSize) or more");
  }

  @Test
  void humongousAllocationsAndFailuresAreCounted() {
    pause(1, "G1 Humongous Allocation", collected(GcKind.YOUNG, GcHeap.UNKNOWN));
    pause(2, "a", collected(GcKind.YOUNG, GcHeap.UNKNOWN));
    pause(3, "a", new GcCollection(GcKind.YOUNG, GcFailure.EVACUATION, null, null, GcHeap.UNKNOWN));
    pause(4, "a", new GcCollection(GcKind.YOUNG, GcFailure.PROMOTION, null, null, GcHeap.UNKNOWN));
    pause(
        5,
        "a",
        new GcCollection(GcKind.CONCURRENT, GcFailure.CONCURRENT_MODE, null, null, GcHeap.UNKNOWN));
    assertThat(report().findings())
        .containsExactly(
            "humongous allocations caused 1 collection of 5: objects of half a region"
                + " (-XX:G1HeapRegionSize) or more",
            "1 collection could not evacuate all objects: no free region was left",
            "1 collection could not promote all objects: the old generation was full",
            "1 concurrent collection had to go on in a pause: the application allocated faster than"
                + " they freed");
  }

  @Test
  void sizesHaveThreeDigits() {
    assertThat(ByteText.of(24)).isEqualTo("24 B");
    assertThat(ByteText.of(999)).isEqualTo("999 B");
    assertThat(ByteText.of(1_536)).isEqualTo("1.50 KB");
    assertThat(ByteText.of(106.4 * MB)).isEqualTo("106 MB");
    assertThat(ByteText.of(1_000 * MB)).isEqualTo("0.977 GB");
    assertThat(ByteText.of(2_550 * MB)).isEqualTo("2.49 GB");
  }
}
