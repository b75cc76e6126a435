package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.spi.render.TextStyle;
import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Evidence.GcCollection;
import dev.takt.runs.model.Evidence.GcHeap;
import dev.takt.runs.model.Evidence.GcKind;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.testing.InEachLocale;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@InEachLocale
class CollectionTableTest {

  private static final long MB = 1 << 20;

  private final List<Stall> stalls = new ArrayList<>();

  private void pause(
      String cause,
      GcKind kind,
      @Nullable String by,
      long before,
      long after,
      long young,
      long up) {
    GcHeap heap =
        new GcHeap(
            before * MB,
            after * MB,
            kind == GcKind.YOUNG ? young * MB : null,
            up * MB,
            null,
            null,
            List.of(MB));
    long begin = stalls.size() * 100_000_000L;
    stalls.add(
        Stall.of(
                StallKind.GC_PAUSE,
                Side.TARGET,
                new Stall.Interval(begin, begin + 92_000_000, 0, "target-jfr"))
            .withCause(cause)
            .withEvidence(
                Evidence.Safepoint.of("GC", 0)
                    .with(
                        new Evidence.GcPause(
                            (long) stalls.size(),
                            "pause",
                            "DefNew",
                            null,
                            null,
                            null,
                            new GcCollection(kind, null, null, by, heap)))));
  }

  private String rendered() {
    return StallTable.renderDetails(
        new Stalls(Stalls.FORMAT_VERSION, List.of(), List.of(), stalls, 0, List.of(), Map.of()),
        new TextStyle(false, 80));
  }

  @Test
  void showsWhatCollectionsAchieved() {
    for (int i = 0; i < 74; i++) {
      pause("Allocation Failure", GcKind.YOUNG, null, 106, 103, 34, 30);
    }
    for (int i = 0; i < 22; i++) {
      pause("Allocation Failure", GcKind.FULL, null, 112, 12, 0, 0);
    }
    pause("System.gc()", GcKind.FULL, "com.shop.Foo.bar:12", 50, 11, 0, 0);
    assertThat(rendered())
        .isEqualTo(
            """

            target collections   count   paused   before    after    freed  promoted
              young                 74   6.81 s   106 MB   103 MB   222 MB   2.17 GB
              full                  22   2.02 s   112 MB  12.0 MB  2.15 GB       0 B
              full, System.gc()      1  92.0 ms  50.0 MB  11.0 MB  39.0 MB       0 B
              - 74 young collections freed 8.8 % of the young generation, and promoted
                2.17 GB: 22 full ones then freed 2.15 GB, 1.42 GB or more of it old, so it
                was dead. Dead old objects keep young ones alive, or objects die soon after
                they were promoted
              - 1 full collection by System.gc() from com.shop.Foo.bar:12
            """);
  }

  @Test
  void eachMachineOfAFleetHasATable() {
    pause("G1 Periodic", GcKind.YOUNG, null, 106, 66, 34, 0);
    Stall each = stalls.getFirst();
    stalls.set(0, each.withInterval(each.interval().onMachine("load2")));
    stalls.add(each.withInterval(each.interval().onMachine("load1")));
    assertThat(rendered())
        .isEqualTo(
            """

            target collections on load1
                     count   paused  before    after    freed  promoted
              young      1  92.0 ms  106 MB  66.0 MB  40.0 MB       0 B

            target collections on load2
                     count   paused  before    after    freed  promoted
              young      1  92.0 ms  106 MB  66.0 MB  40.0 MB       0 B
            """);
  }

  @Test
  void runsOfAnOlderTaktHaveNoTable() {
    stalls.add(
        Stall.of(StallKind.GC_PAUSE, Side.TARGET, new Stall.Interval(0, 5, 0, "target-jfr")));
    assertThat(rendered()).isEmpty();
  }
}
