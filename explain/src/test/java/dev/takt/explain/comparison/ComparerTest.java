package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.takt.explain.comparison.CauseChange.Sum;
import dev.takt.explain.comparison.Comparison.Change;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.model.Environment;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.StallSource;
import dev.takt.runs.model.Stalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparerTest {

  private static final List<Figure> P50 = List.of(new Figure.Percentile(50));

  @TempDir Path folder;

  private MadeRun made(String name, String... tags) throws IOException {
    MadeRun run = new MadeRun(folder.resolve(name));
    for (int i = 0; i < 12; i++) {
      for (String tag : tags) {
        run.interval(tag, i * 1000L, i * 1000L + 1000, 1000, 1000, 1000, 1000);
      }
    }
    return run;
  }

  private static Comparison compare(RecordedRun a, RecordedRun b) throws IOException {
    return Comparer.compare(
            List.of(new RunGroup("A", List.of(a)), new RunGroup("B", List.of(b))), P50, null, 0.007)
        .getFirst();
  }

  @Test
  void eachSideIsComparedWithTheFirst() throws Exception {
    List<RunGroup> groups =
        List.of(
            new RunGroup("A", List.of(made("a", "read-rt").write())),
            new RunGroup("B", List.of(made("b", "read-rt").write())),
            new RunGroup("C", List.of(made("c", "read-rt").write())));

    assertThat(Comparer.compare(groups, P50, null, 0))
        .extracting(each -> each.baseline().label() + each.candidate().label())
        .containsExactly("AB", "AC");
  }

  @Test
  void serviceTimeIsComparedIfOneRunHasNoResponseTime() throws Exception {
    RecordedRun fixed = made("fixed", "read-rt", "read-st").write();
    RecordedRun closed = made("closed", "read-st").plan(Map.of("mode", "throughput")).write();

    Comparison comparison = compare(fixed, closed);

    assertThat(comparison.measure()).isEqualTo(Measure.SERVICE);
    assertThat(comparison.remarks())
        .anyMatch(each ->
            each.contains(
                "service time is compared, not response time: closed has mode throughput, which has"
                    + " no schedule and therefore no response time"));
    assertThat(compare(closed, fixed).measure()).isEqualTo(Measure.SERVICE);
    assertThatThrownBy(() ->
            Comparer.compare(
                List.of(new RunGroup("A", List.of(fixed)), new RunGroup("B", List.of(closed))),
                P50,
                Measure.RESPONSE,
                0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed has no response time");
  }

  @Test
  void operationsThatNotAllRunsHaveAreNamed() throws Exception {
    RecordedRun both = made("both", "read-rt", "write-rt").write();
    RecordedRun one = made("one", "read-rt").write();

    assertThat(compare(both, one).rows()).extracting(Row::operation).containsExactly("read");
    assertThat(compare(both, one).remarks())
        .contains("not compared, since not all runs have them: write");
    RecordedRun other = made("other", "delete-rt").write();
    assertThatThrownBy(() -> compare(one, other))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no operation in common: read there, delete here");
  }

  @Test
  void dataOfAKilledRunAreUsedWithARemark() throws Exception {
    RecordedRun whole = made("whole", "read-rt").write();
    RecordedRun killed = made("killed", "read-rt").state(RunRecord.State.RUNNING).write();

    assertThat(compare(whole, killed).remarks())
        .anyMatch(each -> each.startsWith("killed: the run was killed or is still running"));
  }

  @Test
  void fleetsDifferInTheirMachinesAndShares() throws Exception {
    RecordedRun one = made("one", "read-rt").write();
    RecordedRun two = made("two", "read-rt").fleet(fleet("1/2", "2/2")).write();
    RecordedRun three = made("three", "read-rt").fleet(fleet("1/3", "2/3", "3/3")).write();
    RecordedRun unequal = made("unequal", "read-rt").fleet(fleet("1-2/3", "3/3")).write();

    assertThat(compare(one, two).differences().plan())
        .containsExactly(
            new Change("fleet.machines", List.of("(none)"), List.of("2")),
            new Change("fleet.shares", List.of("(none)"), List.of("equal")));
    assertThat(compare(two, three).differences().plan())
        .containsExactly(new Change("fleet.machines", List.of("2"), List.of("3")));
    assertThat(compare(two, unequal).differences().plan())
        .containsExactly(new Change("fleet.shares", List.of("equal"), List.of("1-2/3, 3/3")));
    assertThat(compare(one, made("again", "read-rt").write()).differences().plan()).isEmpty();
  }

  @Test
  void lostMachineGivesARemark() throws Exception {
    RecordedRun whole = made("whole", "read-rt").fleet(fleet("1/2", "2/2")).write();
    Fleet.Machine lost =
        new Fleet.Machine(
            "m3", "h", "3/3", Fleet.State.LOST, Fleet.Clock.SAME, null, Fleet.Course.NONE, null);
    RecordedRun part = made("part", "read-rt").fleet(new Fleet(List.of(lost))).write();

    assertThat(compare(whole, part).remarks())
        .contains(
            "part: a machine was lost or failed: its operations of which nothing is known are"
                + " omitted");
    assertThat(compare(whole, whole).remarks()).noneMatch(each -> each.contains("lost"));
  }

  private static Fleet fleet(String... shares) {
    return new Fleet(
        Stream.of(shares)
            .map(share ->
                new Fleet.Machine(
                    "m" + share,
                    "h",
                    share,
                    Fleet.State.FINISHED,
                    Fleet.Clock.SAME,
                    GeneratorReport.Verdict.OK,
                    new Fleet.Course(0L, 1L),
                    null))
            .toList());
  }

  @Test
  void comparingADirectoryWithItselfGivesARemark() throws Exception {
    RecordedRun run = made("run", "read-rt").write();

    Comparison comparison = compare(run, run);

    assertThat(comparison.verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(comparison.remarks()).anyMatch(each -> each.contains("are the same directory"));
  }

  @Test
  void oneRunOfASideGivesARemark() throws Exception {
    RecordedRun a = made("a", "read-rt").write();
    RecordedRun b = made("b", "read-rt").write();

    assertThat(compare(a, b).remarks())
        .anyMatch(each -> each.startsWith("one run of each side") && each.contains("0.7 %"));
    List<RunGroup> groups =
        List.of(new RunGroup("A", List.of(a, b)), new RunGroup("B", List.of(b)));
    assertThat(Comparer.compare(groups, P50, null, 0).getFirst().remarks())
        .anyMatch(each -> each.startsWith("one side has only one run"));
  }

  @Test
  void differencesInPlanAndEnvironmentAreListed() throws Exception {
    Environment here = MadeRun.HERE;
    Environment.Jvm jvm = here.jvm();
    Environment there =
        new Environment(
            new Environment.Takt(here.takt().version(), "abc1234"),
            new Environment.Jvm(
                jvm.name(),
                jvm.vendor(),
                jvm.version(),
                List.of("-Xmx9g"),
                jvm.collectors(),
                jvm.maxHeapBytes(),
                1),
            new Environment.Os(here.os().name(), "99.1", here.os().arch()),
            here.cpu(),
            here.container(),
            here.hostName());
    RecordedRun a =
        made("a", "read-rt")
            .plan(Map.of("mode", "fixed", "rate", "10/s", "out", "a", "generators", Map.of("k", 1)))
            .write();
    RecordedRun b =
        made("b", "read-rt")
            .environment(there)
            .plan(Map.of("mode", "fixed", "rate", "20/s", "out", "b", "generators", Map.of("k", 2)))
            .write();

    Comparison comparison = compare(a, b);

    assertThat(comparison.differences().plan())
        .containsExactlyInAnyOrder(
            new Change("rate", List.of("10/s"), List.of("20/s")),
            new Change("generators.k", List.of("1"), List.of("2")));
    assertThat(comparison.differences().environment())
        .contains(new Change("kernel", List.of(here.os().kernel()), List.of("99.1")))
        .anyMatch(
            each -> each.what().equals("takt revision") && each.candidate().contains("abc1234"))
        .anyMatch(each -> each.what().equals("jvm flags") && each.candidate().contains("-Xmx9g"))
        .hasSize(3);
    assertThat(compare(a, a).differences().plan()).isEmpty();
    assertThat(compare(a, a).differences().environment()).isEmpty();
  }

  private static Stall stall(StallKind kind, long begin, long length) {
    return Stall.of(kind, Side.TARGET, new Stall.Interval(begin, begin + length, 0, "jfr"));
  }

  private static Stalls stalls(StallKind seen, Stall... stalls) {
    StallSource source =
        new StallSource(
            "jfr",
            Side.TARGET,
            "JFR",
            new StallSource.ClockAlignment(0, "exact"),
            0,
            null,
            List.of(seen),
            List.of());
    return new Stalls(
        Stalls.FORMAT_VERSION,
        List.of(source),
        List.of(),
        Arrays.asList(stalls),
        0,
        List.of(),
        Map.of());
  }

  @Test
  void onlyStallsOfTheMeasuredPartAreCounted() throws Exception {
    RecordedRun a =
        made("a", "read-rt")
            .stalls(
                stalls(
                    StallKind.GC_PAUSE,
                    stall(StallKind.GC_PAUSE, MadeRun.SECOND, 5),
                    stall(StallKind.GC_PAUSE, 3 * MadeRun.SECOND, 7),
                    stall(StallKind.GC_PAUSE, 99 * MadeRun.SECOND, 100)))
            .write();
    RecordedRun b =
        made("b", "read-rt")
            .stalls(
                stalls(StallKind.MONITOR_WAIT, stall(StallKind.MONITOR_WAIT, MadeRun.SECOND, 9)))
            .write();

    assertThat(compare(a, b).differences().causes())
        .containsExactly(
            new CauseChange(Side.TARGET, StallKind.GC_PAUSE, new Sum(2, 12, 7), null),
            new CauseChange(Side.TARGET, StallKind.MONITOR_WAIT, null, new Sum(1, 9, 9)));
  }

  @Test
  void causesAreNotComparedIfOneSideWasNotWatched() throws Exception {
    RecordedRun a = made("a", "read-rt").stalls(stalls(StallKind.GC_PAUSE)).write();
    RecordedRun b = made("b", "read-rt").write();

    assertThat(compare(a, b).differences().causes()).isEmpty();
    assertThat(compare(a, b).remarks()).contains("causes are not compared: b was not watched");
  }

  /// For 10,000 operations and 500 of the warm-up that were sent, the generator used 450 ms and the
  /// target 2.1 s; on the other side a fifth more, and the target's time is unknown.
  @Test
  void cpuTimePerOperationIsReportedWhereKnown() throws Exception {
    RecordedRun a = made("a", "read-rt").cost(450_000_000, 10_000, 500, 2_100_000_000L).write();
    RecordedRun b = made("b", "read-rt").cost(540_000_000, 10_000, 500, null).write();
    RecordedRun unknown = made("c", "read-rt").write();

    Cost generator = compare(a, b).differences().costs().getFirst();
    assertThat(generator.side()).isEqualTo(Side.GENERATOR);
    assertThat(generator.baseline()).isCloseTo(450_000_000 / 10_500.0, within(1e-6));
    assertThat(generator.relative()).isCloseTo(0.2, within(1e-9));
    Cost target = compare(a, b).differences().costs().getLast();
    assertThat(target.side()).isEqualTo(Side.TARGET);
    assertThat(target.baseline()).isCloseTo(200_000, within(1e-6));
    assertThat(target.candidate()).isNaN();
    assertThat(target.relative()).isNaN();
    assertThat(compare(unknown, unknown).differences().costs()).isEmpty();
  }

  /// 10,000 operations each; a page fault, 100 cycles and 150 instructions for each of them, on the
  /// other side three page faults, the same cycles and no count of instructions.
  @Test
  void countersPerOperationAreReportedWhereKnown() throws Exception {
    RecordedRun a =
        made("a", "read-rt")
            .cost(1, 10_000, 0, null)
            .counted(
                counted("page-faults", 10_000),
                counted("cycles", 1_000_000),
                counted("instructions", 1_500_000))
            .write();
    RecordedRun b =
        made("b", "read-rt")
            .cost(1, 10_000, 0, null)
            .counted(counted("page-faults", 30_000), counted("cycles", 1_000_000))
            .write();

    assertThat(
            compare(a, b).differences().costs().stream()
                .filter(each -> each.unit() == Cost.Unit.EVENTS))
        .containsExactly(
            new Cost(Side.TARGET, Cost.Unit.EVENTS, "page-faults", 1, 3),
            new Cost(Side.TARGET, Cost.Unit.EVENTS, "cycles", 100, 100),
            new Cost(Side.TARGET, Cost.Unit.EVENTS, "instructions", 150, Double.NaN),
            new Cost(Side.TARGET, Cost.Unit.EVENTS, "ipc", 1.5, Double.NaN));
  }

  private static EventCount counted(String event, long count) {
    return new EventCount(event, count, count, count, 1);
  }
}
