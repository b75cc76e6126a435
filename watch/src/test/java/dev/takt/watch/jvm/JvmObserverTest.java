package dev.takt.watch.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.Timing;
import dev.takt.watch.jfr.EventExtension;
import dev.takt.watch.jvm.VictimJvm.Deed;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.WatchLevel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timing
class JvmObserverTest {

  private static final long MILLI = 1_000_000;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void reportsCollectionsOperationsAndLateThreads(int version) throws Exception {
    List<String> options = List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC");
    try (VictimJvm victim =
        VictimJvm.start(
            version, directory, options, "marks", "3000", "gc", "4", "dump", "4", "late", "4")) {
      JvmObserver observer =
          JvmObserver.ofPid(
              Side.TARGET, victim.pid(), WatchLevel.DEFAULT, directory, EventExtension.NONE);
      observer.start();
      List<Deed> deeds = victim.goAndAwait();
      assertThat(observer.live()).isNotEmpty();
      Findings found = observer.finish();

      List<Long> begins = new ArrayList<>();
      List<Long> ends = new ArrayList<>();
      for (Deed deed : deeds) {
        Stall stall = stopOf(found, deed);
        assertThat(stall.kind())
            .isEqualTo(deed.what().equals("gc") ? StallKind.GC_PAUSE : StallKind.SAFEPOINT);
        assertThat(stall.cause())
            .isEqualTo(deed.what().equals("gc") ? "System.gc()" : "ThreadDump");
        assertThat(stall.source()).isEqualTo("target-jfr");
        Evidence.SafepointEdges edges = ((Evidence.Safepoint) stall.evidence()).edges();
        assertThat(edges.loggedNanos()).as("the log agrees").isNotNull();
        assertThat(edges.begin()).as("its begin is that of the safepoint").isNull();
        assertThat(edges.end()).as("its end is that of the safepoint").isNull();
        begins.add(stall.beginNanoTime() - deed.begin());
        ends.add(deed.end() - stall.endNanoTime());
        if (deed.what().equals("late")) {
          Stall late = partOf(found, stall);
          assertThat(Objects.requireNonNull(late.culprit()).name()).isEqualTo("the laggard");
        }
      }
      assertThat(median(begins)).isBetween(-MILLI, 5 * MILLI);
      assertThat(median(ends)).isBetween(-MILLI, 5 * MILLI);
      assertThat(clockError(found)).isLessThan(10);
    }
  }

  /// The safepoint with most of its time within a workload step.
  private static Stall stopOf(Findings found, Deed deed) {
    return found.stalls().stream()
        .filter(each -> each.kind() == StallKind.GC_PAUSE || each.kind() == StallKind.SAFEPOINT)
        .filter(each ->
            each.beginNanoTime() + each.nanos() / 2 >= deed.begin()
                && each.beginNanoTime() + each.nanos() / 2 <= deed.end())
        .max((a, b) -> Long.compare(a.nanos(), b.nanos()))
        .orElseThrow(() -> new AssertionError("no stall for " + deed + " in " + found.stalls()));
  }

  private static Stall partOf(Findings found, Stall stop) {
    return found.stalls().stream()
        .filter(each ->
            each.kind() == StallKind.TIME_TO_SAFEPOINT && Objects.equals(each.stop(), stop.stop()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no late thread for " + stop));
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /// The alignment error by events that carry the monotonic time, in µs.
  private static double clockError(Findings found) {
    Matcher error =
        Pattern.compile("off by ([0-9.]+) µs")
            .matcher(found.sources().getFirst().alignment().description());
    assertThat(error.find()).isTrue();
    return Double.parseDouble(error.group(1));
  }
}
