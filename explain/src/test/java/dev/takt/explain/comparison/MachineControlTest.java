package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.comparison.MachineControl.GeneratorState;
import dev.takt.explain.comparison.Row.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineControlTest {

  private static final Figure P50 = new Figure.Percentile(50);
  private static final SyntheticWorkload SYSTEM =
      new SyntheticWorkload.Wandering(200, 0.5, 0.02, 0.5);

  /// An interval that does not show which side is slower.
  private static final Interval EITHER = new Interval(-0.1, 0.1);

  @TempDir Path folder;

  private static String stalled(double percentile, double baseline, double candidate) {
    return new MachineControl(
            List.of(new GeneratorState(baseline, 100_000)),
            List.of(new GeneratorState(candidate, 100_000)),
            true)
        .incomparableReason(new Figure.Percentile(percentile), EITHER, "A", "B");
  }

  private static List<GeneratorState> costing(double... micros) {
    return DoubleStream.of(micros).mapToObj(each -> new GeneratorState(0, each * 1000)).toList();
  }

  private static String cost(List<GeneratorState> baseline, List<GeneratorState> candidate) {
    return new MachineControl(baseline, candidate, true).incomparableReason(P50, EITHER, "A", "B");
  }

  /// 5 % of all operations are half of those beyond a 90th percentile.
  @Test
  void percentileIsNotComparableIfStallsCanAffectHalfOfTheValuesBeyondIt() {
    assertThat(stalled(90, 0.005, 0.054)).isEmpty();
    assertThat(stalled(90, 0.005, 0.056))
        .isEqualTo(
            "the generator was stalled for 0.5 % of A and 5.6 % of B: the machine was busy with"
                + " other work; repeat both when it is idle");
    assertThat(stalled(90, 0.056, 0.005)).isNotEmpty();
    assertThat(stalled(99, 0.005, 0.011)).isNotEmpty();
    assertThat(stalled(99, 0.005, 0.009)).isEmpty();
    assertThat(stalled(50, 0, 0.24)).isEmpty();
    assertThat(stalled(10, 0, 0.06)).isNotEmpty();
  }

  @Test
  void costAboveTenPercentIsNotComparable() {
    assertThat(cost(costing(200), costing(219))).isEmpty();
    assertThat(cost(costing(200), costing(221)))
        .isEqualTo(
            "the generator used 200.0 µs of CPU time per operation in A and 221.0 µs in B, for the"
                + " same work: the machine (or the generator) was not the same; repeat both"
                + " alternately, on an otherwise idle machine");
    assertThat(cost(costing(221), costing(200))).isNotEmpty();
  }

  @Test
  void fasterSideOnTheSlowerMachineIsComparable() {
    MachineControl worseForA =
        new MachineControl(
            List.of(new GeneratorState(0.1, 300_000)),
            List.of(new GeneratorState(0, 200_000)),
            true);
    MachineControl worseForB =
        new MachineControl(
            List.of(new GeneratorState(0, 200_000)),
            List.of(new GeneratorState(0.1, 300_000)),
            true);
    Interval slower = new Interval(0.1, 0.2);
    Interval faster = new Interval(-0.2, -0.1);
    Figure p99 = new Figure.Percentile(99);

    assertThat(worseForA.incomparableReason(p99, slower, "A", "B")).isEmpty();
    assertThat(worseForA.incomparableReason(p99, faster, "A", "B")).isNotEmpty();
    assertThat(worseForB.incomparableReason(p99, slower, "A", "B")).isNotEmpty();
    assertThat(worseForB.incomparableReason(p99, faster, "A", "B")).isEmpty();
  }

  /// A change between runs on both sides is part of the variation between runs.
  @Test
  void repeatsWithOverlappingCostsAreComparable() {
    assertThat(cost(costing(200, 240), costing(230, 290))).isEmpty();
    assertThat(cost(costing(200, 210), costing(230, 290))).isNotEmpty();
  }

  @Test
  void errorsAndThroughputAreAlwaysComparable() {
    MachineControl machine = new MachineControl(costing(100), costing(900), true);

    assertThat(machine.incomparableReason(new Figure.Errors(), EITHER, "A", "B")).isEmpty();
    assertThat(machine.incomparableReason(new Figure.Throughput(), EITHER, "A", "B")).isEmpty();
    assertThat(machine.incomparableReason(P50, EITHER, "A", "B")).isNotEmpty();
  }

  @Test
  void unknownCostsAndStallsAreComparable() {
    assertThat(stalled(99, Double.NaN, 0.5)).isEmpty();
    assertThat(cost(costing(200), costing(Double.NaN))).isEmpty();
    assertThat(
            new MachineControl(costing(100), costing(900), false)
                .incomparableReason(P50, EITHER, "A", "B"))
        .isEmpty();
    assertThat(MachineControl.UNKNOWN.incomparableReason(P50, EITHER, "A", "B")).isEmpty();
  }

  private RecordedRun run(String name, long nanosEach, long sent, Map<String, Object> plan)
      throws IOException {
    return new MadeRun(folder.resolve(name))
        .interval("read-rt", 0, 1000, 1000)
        .cost(nanosEach * sent, sent, 0, null)
        .plan(plan)
        .write();
  }

  private static MachineControl machine(RecordedRun a, RecordedRun b) {
    return MachineControl.of(new RunGroup("A", List.of(a)), new RunGroup("B", List.of(b)));
  }

  @Test
  void costIsIgnoredIfTheWorkDiffers() throws Exception {
    Map<String, Object> plan = Map.of("mode", "fixed", "rate", "1/s", "target", "a", "seed", 1);
    Map<String, Object> elsewhere =
        Map.of("mode", "fixed", "rate", "1/s", "target", "b", "seed", 2);
    RecordedRun run = run("a", 100_000, 1000, plan);

    assertThat(machine(run, run("b", 300_000, 1040, elsewhere)).sameWork()).isTrue();
    assertThat(machine(run, run("c", 300_000, 1060, plan)).sameWork()).isFalse();
    assertThat(
            machine(run, run("d", 300_000, 1000, Map.of("mode", "fixed", "rate", "2/s")))
                .sameWork())
        .isFalse();
    RecordedRun withoutSummary =
        new MadeRun(folder.resolve("e")).interval("read-rt", 0, 1000, 1000).plan(plan).write();
    assertThat(machine(run, withoutSummary).sameWork()).isFalse();
  }

  /// Failures of the target cause different work, which may cost more by itself.
  @Test
  void costIsIgnoredIfFailuresDiffer() throws Exception {
    Map<String, Object> plan = Map.of("mode", "fixed");
    RecordedRun run = run("a", 100_000, 1000, plan);

    assertThat(machine(run, failing("b", 9, plan)).sameWork()).isTrue();
    assertThat(machine(run, failing("c", 11, plan)).sameWork()).isFalse();
  }

  private RecordedRun failing(String name, long failed, Map<String, Object> plan)
      throws IOException {
    return new MadeRun(folder.resolve(name))
        .interval("read-rt", 0, 1000, 1000)
        .failed(failed)
        .cost(300_000_000, 1000, 0, null)
        .plan(plan)
        .write();
  }

  /// Without a schedule, a slower target gets fewer operations, so costs per second are divided by
  /// fewer.
  @Test
  void costIsIgnoredWithoutASchedule() throws Exception {
    MachineControl machine = machine(closed("a"), closed("b"));

    assertThat(machine.sameWork()).isFalse();
  }

  private RecordedRun closed(String name) throws IOException {
    return new MadeRun(folder.resolve(name))
        .interval("read-st", 0, 1000, 1000)
        .mode("throughput")
        .cost(100_000, 1, 0, null)
        .write();
  }

  @Test
  void costIsComputedForEachRun() throws Exception {
    Map<String, Object> plan = Map.of("mode", "fixed");

    MachineControl machine = machine(run("a", 100_000, 1000, plan), run("b", 150_000, 1000, plan));

    assertThat(machine.baseline()).containsExactly(new GeneratorState(0, 100_000));
    assertThat(machine.candidate()).containsExactly(new GeneratorState(0, 150_000));
  }

  private static List<Row> rows(double slowdown, MachineControl machine, Figure... figures) {
    return SignificanceTest.rows(
        SignificanceTest.estimates(
            List.of(SYSTEM.run(60, 1, new SplittableRandom(1))), List.of(figures)),
        SignificanceTest.estimates(
            List.of(SYSTEM.run(60, slowdown, new SplittableRandom(2))), List.of(figures)),
        List.of("A", "B"),
        List.of(figures),
        SignificanceTest.RUN_TO_RUN,
        machine);
  }

  /// The difference is shown; only the verdict is missing.
  @Test
  void slowdownIsReportedOnlyOnTheSameMachine() {
    Row same = rows(1.3, new MachineControl(costing(200), costing(200), true), P50).getFirst();
    List<Row> unlike =
        rows(
            1.3,
            new MachineControl(costing(200), costing(300), true),
            P50,
            new Figure.Throughput(),
            new Figure.Errors());

    assertThat(same.verdict()).isEqualTo(Verdict.WORSE);
    Row row = unlike.getFirst();
    assertThat(row.verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
    assertThat(row.reason()).startsWith("the generator used 200.0 µs");
    assertThat(row.relative()).isEqualTo(same.relative());
    assertThat(row.interval()).isEqualTo(same.interval());
    assertThat(row.probability()).isNaN();
    assertThat(SignificanceTest.overall(List.of(same))).isEqualTo(Verdict.WORSE);
    assertThat(unlike.get(1).verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(SignificanceTest.overall(unlike)).isEqualTo(Verdict.NOT_COMPARABLE);
  }

  /// Stalls affect only high percentiles; the others are judged.
  @Test
  void otherFiguresAreJudgedIfSomePercentilesAreNotComparable() {
    MachineControl machine =
        new MachineControl(
            List.of(new GeneratorState(0, 1)), List.of(new GeneratorState(0.02, 1)), true);

    List<Row> rows = rows(1, machine, P50, new Figure.Percentile(99));

    assertThat(rows.getLast().verdict()).isEqualTo(Verdict.NOT_COMPARABLE);
    assertThat(SignificanceTest.overall(rows)).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(SignificanceTest.overall(rows(1.3, machine, P50, new Figure.Percentile(99))))
        .isEqualTo(Verdict.WORSE);
  }
}
