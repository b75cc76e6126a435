package dev.takt.fleet.result;

import static dev.takt.fleet.result.SyntheticMachine.MILLI;
import static dev.takt.fleet.result.SyntheticMachine.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.lab.RunResult;
import dev.takt.lab.RunVerdict;
import dev.takt.load.config.PlanLaunch;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.log.Interval;
import dev.takt.record.log.LogSource;
import dev.takt.record.log.Problems;
import dev.takt.record.log.Selection;
import dev.takt.record.log.read.IntervalLogReader;
import dev.takt.runs.RunDirectory;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.Fleet;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationState;
import dev.takt.runs.model.RunRecord;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.runs.model.Stalls;
import dev.takt.runs.trace.OperationRecord;
import dev.takt.runs.trace.OperationTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MergedRunTest {

  private static final long START = 5_000 * SECOND;

  @TempDir private Path folder;

  private final List<String> warnings = new ArrayList<>();

  static List<Long> seeds() {
    return new SplittableRandom(7).longs(20).boxed().toList();
  }

  private RunResult merge(PlanLaunch launch, List<MachinePart> parts) throws IOException {
    RunDirectory directory = RunDirectory.create(folder.resolve("merged"));
    RunRecord started = MergedRun.started(launch.plan(), START);
    directory.write(started);
    return MergedRun.merge(launch, started, parts, directory, warnings::add);
  }

  static Map<String, LatencyHistogram> totals(Path log) throws IOException {
    Map<String, LatencyHistogram> byTag = new TreeMap<>();
    Problems problems = new Problems();
    try (IntervalLogReader reader =
        IntervalLogReader.open(LogSource.of(log), Selection.ALL, problems)) {
      for (Interval each = reader.next(); each != null; each = reader.next()) {
        byTag
            .computeIfAbsent(String.valueOf(each.tag()), _ -> new LatencyHistogram())
            .add(each.counts());
      }
    }
    assertThat(problems.first()).isEmpty();
    return byTag;
  }

  private static List<OperationRecord> operations(Path file) throws IOException {
    List<OperationRecord> all = new ArrayList<>();
    try (OperationTrace trace = OperationTrace.open(file)) {
      for (OperationRecord each = trace.next(); each != null; each = trace.next()) {
        all.add(each);
      }
      assertThat(trace.isTruncated()).isFalse();
    }
    return all;
  }

  /// Machines with clocks that are up to 17 minutes apart, and random operations.
  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsLostOrCountedTwice(long seed) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    PlanLaunch launch =
        Plans.launch("duration", "6s", "warmup", "1s", "operations", "[{name: a}, {name: b}]");
    int count = random.nextInt(1, 6);
    List<MachinePart> parts = new ArrayList<>();
    Map<String, LatencyHistogram> expected = new TreeMap<>();
    List<OperationRecord> moved = new ArrayList<>();
    Balance balance = Balance.NONE;
    Balance warmup = Balance.NONE;
    for (int i = 0; i < count; i++) {
      long offset = random.nextLong(-1_000 * SECOND, 1_000 * SECOND);
      SyntheticMachine machine =
          new SyntheticMachine(
              launch.plan(),
              "m" + (i + 1),
              (i + 1) + "/" + count,
              new Fleet.Clock(3 - offset, 1_000, 0),
              START - offset);
      int operations = random.nextInt(0, 3_000);
      for (int k = 0; k < operations; k++) {
        machine.operation(
            random.nextInt(2),
            OperationState.ofCode(random.nextInt(OperationState.COUNT)),
            random.nextLong(6 * SECOND),
            random.nextLong(10 * MILLI),
            random.nextLong(900 * MILLI));
      }
      parts.add(machine.write(folder));
      machine
          .histograms(machine.operations)
          .forEach((tag, values) ->
              expected.computeIfAbsent(tag, _ -> new LatencyHistogram()).add(values));
      machine.operations.forEach(each -> moved.add(moved(each, offset)));
      balance = balance.plus(machine.balance(-1, false));
      warmup = warmup.plus(machine.balance(-1, true));
    }

    RunResult result = merge(launch, parts);

    assertThat(warnings).isEmpty();
    assertThat(result.summary().results().balance()).isEqualTo(balance);
    assertThat(result.summary().results().warmup()).isEqualTo(warmup);
    Map<String, LatencyHistogram> union = totals(result.directory().latencyLog());
    assertThat(union.keySet()).isEqualTo(expected.keySet());
    union.forEach((tag, sum) -> assertSame(sum, Objects.requireNonNull(expected.get(tag))));
    assertThat(operations(result.directory().operationTrace()))
        .containsExactlyInAnyOrderElementsOf(moved);
    assertThat(result.record().beginNanoTime()).isEqualTo(START);
    assertThat(Objects.requireNonNull(result.record().measured()).endNanoTime())
        .isEqualTo(START + 6 * SECOND);
    assertThat(result.directory().read().summary()).isEqualTo(result.recordedSummary());
    assertThat(result.directory().read().fleet()).isEqualTo(result.record().fleet());
  }

  private static void assertSame(LatencyHistogram sum, LatencyHistogram expected) {
    assertThat(sum.totalCount()).isEqualTo(expected.totalCount());
    for (double percentile = 0; percentile <= 100; percentile += 0.5) {
      assertThat(sum.valueAtPercentile(percentile))
          .isEqualTo(expected.valueAtPercentile(percentile));
    }
  }

  private static OperationRecord moved(OperationRecord each, long offset) {
    return new OperationRecord(
        each.index(),
        each.operation(),
        each.intended() + offset,
        each.start() == OperationRecord.NONE ? each.start() : each.start() + offset,
        each.end() + offset,
        each.state());
  }

  private static SyntheticMachine quick(PlanLaunch launch, String name, String share, long start) {
    SyntheticMachine machine =
        new SyntheticMachine(
            launch.plan(), name, share, new Fleet.Clock(start - START, 1_000, 0), start);
    for (int i = 0; i < 100; i++) {
      machine.operation(0, OperationState.COMPLETED, 50L * i * MILLI, 0, MILLI);
    }
    return machine;
  }

  /// The mean of the two p99 is 51 ms; that of all operations is 100 ms.
  @Test
  void percentilesAreThoseOfAllOperationsTogether() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s");
    SyntheticMachine one = quick(launch, "m1", "1/2", 17);
    SyntheticMachine two = quick(launch, "m2", "2/2", START);
    for (int i = 0; i < 10; i++) {
      two.operation(0, OperationState.COMPLETED, SECOND, 0, 100 * MILLI);
    }

    RunResult result = merge(launch, List.of(one.write(folder), two.write(folder)));

    assertThat(result.summary().results().total().service().p99())
        .isBetween(100 * MILLI, 101 * MILLI);
    assertThat(result.summary().results().total().service().p90()).isLessThan(2 * MILLI);
    assertThat(result.summary().results().rate().achieved()).isEqualTo(42);
    assertThat(result.summary().generator().stalls().count()).isEqualTo(2);
    assertThat(result.summary().failures().counts()).isEqualTo(Map.of("status 503", 4L));
    assertThat(result.summary().failures().files())
        .isEqualTo(Map.of("status 503", "machines/m1/failures/x.txt"));
    assertThat(result.verdict()).isEqualTo(RunVerdict.OK);
  }

  @Test
  void worstVerdictDecidesAndFindingsNameTheirMachine() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s");
    SyntheticMachine one = quick(launch, "m1", "1/2", 17);
    SyntheticMachine two = quick(launch, "m2", "2/2", START);
    two.verdict = Verdict.STALLED;
    two.findings.add("it was stopped");
    one.warnings.add("beware");
    two.warnings.add("beware");

    RunResult result = merge(launch, List.of(one.write(folder), two.write(folder)));

    assertThat(result.summary().generator().verdict()).isEqualTo(Verdict.STALLED);
    assertThat(result.summary().generator().findings()).containsExactly("m2: it was stopped");
    assertThat(result.summary().warnings()).containsExactly("m1, m2: beware");
    assertThat(result.verdict()).isEqualTo(RunVerdict.NOT_TRUSTED);
    List<Fleet.Machine> machines = Objects.requireNonNull(result.record().fleet()).machines();
    LatencyHistogram ofOneMilli = new LatencyHistogram();
    ofOneMilli.record(MILLI, 100);
    assertThat(machines.get(1))
        .isEqualTo(
            new Fleet.Machine(
                "m2",
                "host-m2",
                "2/2",
                Fleet.State.FINISHED,
                new Fleet.Clock(0, 1_000, 0),
                Verdict.STALLED,
                new Fleet.Course(0L, 4L),
                Distribution.of(ofOneMilli)));
  }

  @Test
  void findingsOfTwentyMachinesAreOneSentence() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s");
    List<MachinePart> parts = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      SyntheticMachine machine = quick(launch, "m" + i, i + "/20", START + i);
      machine.verdict = Verdict.LATE;
      machine.findings.add("it sent 1 % of the operations " + i + ".00 ms late or more");
      machine.warnings.add("SCHEDULE MISSED: " + i + "/s achieved");
      parts.add(machine.write(folder));
    }

    RunResult result = merge(launch, parts);

    assertThat(result.summary().generator().findings())
        .containsExactly(
            "m20, the worst of 20 machines (then m19, m18): it sent 1 % of the operations 20.00 ms"
                + " late or more");
    assertThat(result.doubt())
        .contains(
            "SCHEDULE MISSED on m1 (with other figures also m2, m3, m4 and 16 more): 1/s"
                + " achieved");
  }

  /// A clock that is 50 ppm fast: the last operation, 4.95 s after the start, stays there, and is
  /// not moved by the 0.25 ms that the clock has drifted.
  @Test
  void operationsOfAClockThatDriftsKeepTheirDistanceFromTheStart() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s");
    SyntheticMachine machine =
        new SyntheticMachine(
            launch.plan(), "m1", "1/1", new Fleet.Clock(17 - START, 1_000, 50), 17);
    for (int i = 0; i < 100; i++) {
      machine.operation(0, OperationState.COMPLETED, 50L * i * MILLI, 0, MILLI);
    }

    RunResult result = merge(launch, List.of(machine.write(folder)));

    List<OperationRecord> moved = operations(result.directory().operationTrace());
    assertThat(moved).hasSize(100);
    for (int i = 0; i < 100; i++) {
      assertThat(moved.get(i).intended()).isEqualTo(START + 50L * i * MILLI);
      assertThat(moved.get(i).service()).isEqualTo(MILLI);
    }
  }

  /// 100 operations of 1 ms each, and 10 more of 100 ms on the second machine.
  @Test
  void timesOfEachMachineStandApart() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s");
    SyntheticMachine one = quick(launch, "m1", "1/2", 17);
    SyntheticMachine two = quick(launch, "m2", "2/2", START);
    for (int i = 0; i < 10; i++) {
      two.operation(0, OperationState.COMPLETED, SECOND, 0, 100 * MILLI);
      two.operation(0, OperationState.FAILED, SECOND, 0, 100 * MILLI);
    }

    RunResult result = merge(launch, List.of(one.write(folder), two.write(folder)));

    String name = launch.plan().operationNames().getFirst();
    Map<String, LatencyHistogram> apart = totals(result.directory().machinesLog());
    assertThat(apart.keySet()).containsExactly("m1::" + name + "-rt", "m2::" + name + "-rt");
    assertThat(Objects.requireNonNull(apart.get("m1::" + name + "-rt")).totalCount())
        .isEqualTo(100);
    assertThat(Objects.requireNonNull(apart.get("m2::" + name + "-rt")).totalCount())
        .isEqualTo(110);
    List<Fleet.Machine> machines = Objects.requireNonNull(result.record().fleet()).machines();
    assertThat(Objects.requireNonNull(machines.getFirst().times()).p99()).isLessThan(2 * MILLI);
    assertThat(Objects.requireNonNull(machines.getLast().times()).count()).isEqualTo(110);
    assertThat(Objects.requireNonNull(machines.getLast().times()).p99())
        .isBetween(100 * MILLI, 101 * MILLI);
  }

  /// Without exchanges the clocks can drift by 200 ppm: an error of 400 µs more after 2 s.
  @Test
  void stallsAreMovedAndTheirErrorGrows() throws Exception {
    PlanLaunch launch = Plans.launch("duration", "5s");
    SyntheticMachine one =
        new SyntheticMachine(
            launch.plan(), "m1", "1/1", new Fleet.Clock(100 - START, 1_000, -10), 100);
    one.operation(0, OperationState.COMPLETED, 0, 0, MILLI);
    one.stall(
        Stall.of(
                StallKind.GC_PAUSE,
                Side.GENERATOR,
                new Stall.Interval(100 + SECOND, 100 + 2 * SECOND, 500, "jfr"))
            .withStop(9L));
    SyntheticMachine target =
        new SyntheticMachine(
            launch.plan(), "target", null, new Fleet.Clock(33, 2_000, 0), START + 33);
    target.stall(
        Stall.of(
                StallKind.GC_PAUSE,
                Side.TARGET,
                new Stall.Interval(START + 40, START + 60, 1, "jfr"))
            .withStop(9L));

    RunResult result = merge(launch, List.of(one.write(folder), target.write(folder)));

    Stalls stalls = result.directory().readStalls();
    assertThat(stalls.stalls())
        .containsExactly(
            Stall.of(
                    StallKind.GC_PAUSE,
                    Side.TARGET,
                    new Stall.Interval(START + 7, START + 27, 2_002, "target:jfr", "target"))
                .withStop(1L),
            Stall.of(
                    StallKind.GC_PAUSE,
                    Side.GENERATOR,
                    new Stall.Interval(
                        START + SECOND, START + 2 * SECOND, 500 + 1_000 + 400_000, "m1:jfr", "m1"))
                .withStop(0L));
    assertThat(stalls.sources())
        .extracting(each -> each.name())
        .containsExactly("m1:jfr", "target:jfr");
    assertThat(stalls.host()).isEqualTo(Map.of("governor", "m1 (m1), target (target)"));
    assertThat(result.observed()).isPresent();
  }
}
