package dev.takt.explain.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.record.LatencyHistogram;
import dev.takt.record.histogram.Layout;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SignificanceTestTest {

  private static final Figure P50 = new Figure.Percentile(50);
  private static final Figure P99 = new Figure.Percentile(99);
  private static final Figure P999 = new Figure.Percentile(99.9);
  private static final List<Figure> FIGURES =
      List.of(P50, P99, new Figure.Max(), new Figure.Throughput(), new Figure.Errors());
  private static final SyntheticWorkload SYSTEM =
      new SyntheticWorkload.Wandering(200, 0.5, 0.02, 0.5);

  private static RunSeries run(long seed, double slowdown) {
    return SYSTEM.run(60, slowdown, new SplittableRandom(seed));
  }

  private static List<Row> rows(RunSeries a, RunSeries b, Figure... figures) {
    return SignificanceTest.rows(
        List.of(a), List.of(b), List.of(figures), SignificanceTest.RUN_TO_RUN);
  }

  /// A run whose intervals are all the same.
  private static RunSeries constant(int seconds, int perSecond, long nanos, int errors) {
    int[] slots = new int[perSecond];
    Arrays.fill(slots, Layout.THREE_DIGITS.slotOf(nanos));
    OperationSeries.Builder series = new OperationSeries.Builder();
    for (int i = 0; i < seconds; i++) {
      series.add(slots, perSecond, errors);
    }
    return new RunSeries(
        Collections.nCopies(seconds, 1_000_000_000L), Map.of("read", series.build()));
  }

  @Test
  void aRunDoesNotDifferFromItself() {
    RunSeries run = run(1, 1);

    List<Row> rows = SignificanceTest.rows(List.of(run), List.of(run), FIGURES, 0);

    assertThat(rows).allSatisfy(row -> assertThat(row.difference()).isZero());
    assertThat(SignificanceTest.overall(rows)).isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void theSameDataGiveTheSameResult() {
    List<Row> once = rows(run(1, 1), run(2, 1.03), P50, P99);

    assertThat(rows(run(1, 1), run(2, 1.03), P50, P99)).isEqualTo(once);
  }

  @Test
  void figuresAreThoseOfTheWholeRun() {
    LatencyHistogram all = new LatencyHistogram();
    SplittableRandom random = new SplittableRandom(3);
    OperationSeries.Builder series = new OperationSeries.Builder();
    for (int second = 0; second < 20; second++) {
      int[] slots = new int[100];
      for (int i = 0; i < slots.length; i++) {
        long nanos = random.nextLong(1, 50_000_000);
        all.record(nanos);
        slots[i] = Layout.THREE_DIGITS.slotOf(nanos);
      }
      series.add(slots, 100, 25);
    }
    RunSeries run =
        new RunSeries(Collections.nCopies(20, 2_000_000_000L), Map.of("read", series.build()));

    List<Row> rows =
        rows(
            run,
            run,
            P50,
            P99,
            P999,
            new Figure.Max(),
            new Figure.Throughput(),
            new Figure.Errors());

    assertThat(rows.stream().map(Row::baseline))
        .containsExactly(
            (double) all.valueAtPercentile(50),
            (double) all.valueAtPercentile(99),
            (double) all.valueAtPercentile(99.9),
            (double) all.max(),
            50.0,
            0.2);
  }

  /// Of 20 pairs of the same system, more than four are reported as different once in 400 times.
  @Test
  void fewRunsOfTheSameSystemAreReportedAsDifferent() {
    int claims = 0;
    for (int pair = 0; pair < 20; pair++) {
      Verdict verdict =
          SignificanceTest.overall(rows(run(100 + 2 * pair, 1), run(101 + 2 * pair, 1), P50, P99));
      claims += verdict == Verdict.NO_DIFFERENCE ? 0 : 1;
    }
    assertThat(claims).isLessThanOrEqualTo(4);
  }

  @Test
  void slowdownIsDetectedAndCoveredByTheInterval() {
    for (int pair = 0; pair < 5; pair++) {
      Row row = rows(run(200 + 2 * pair, 1), run(201 + 2 * pair, 1.1), P50).getFirst();

      assertThat(row.verdict()).isEqualTo(Verdict.WORSE);
      Row.Interval interval = Objects.requireNonNull(row.interval());
      assertThat(interval.low()).isBetween(0.0, 0.1);
      assertThat(interval.high()).isBetween(0.1, 0.2);
      assertThat(row.lowDifference()).isCloseTo(interval.low() * row.baseline(), within(1e-6));
    }
  }

  @Test
  void fasterSideIsBetter() {
    Row row = rows(run(1, 1), run(2, 0.8), P50).getFirst();

    assertThat(row.verdict()).isEqualTo(Verdict.BETTER);
    assertThat(row.relative()).isBetween(-0.25, -0.15);
    assertThat(row.worseBy()).isNegative();
  }

  @Test
  void differenceBelowTheRunToRunVariationIsNotReported() {
    RunSeries a = constant(60, 100, 1_000_000, 0);
    RunSeries b = constant(60, 100, 1_010_000, 0);

    assertThat(rows(a, b, P50).getFirst().verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(SignificanceTest.rows(List.of(a), List.of(b), List.of(P50), 0).getFirst().verdict())
        .isEqualTo(Verdict.WORSE);
  }

  /// The slot of 1 ms is 512 ns wide: a difference of one slot is no evidence.
  @Test
  void differenceOfOneSlotIsNotReported() {
    RunSeries a = constant(60, 100, 1_000_000, 0);
    RunSeries b = constant(60, 100, 1_000_600, 0);

    assertThat(SignificanceTest.rows(List.of(a), List.of(b), List.of(P50), 0).getFirst().verdict())
        .isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void throughputAndErrorsAreJudged() {
    RunSeries a = constant(60, 100, 1_000_000, 0);
    RunSeries b = constant(60, 80, 1_000_000, 20);

    List<Row> rows = rows(a, b, new Figure.Throughput(), new Figure.Errors());

    assertThat(rows).allSatisfy(row -> assertThat(row.verdict()).isEqualTo(Verdict.WORSE));
    assertThat(rows.getFirst().relative()).isCloseTo(-0.2, within(1e-9));
    assertThat(rows.getLast().difference()).isCloseTo(0.2, within(1e-9));
    assertThat(SignificanceTest.overall(rows(b, a, new Figure.Throughput())))
        .isEqualTo(Verdict.BETTER);
  }

  @Test
  void betterAndWorseFiguresAreMixed() {
    List<Row> rows =
        rows(
            constant(60, 100, 1_000_000, 0),
            constant(60, 80, 500_000, 0),
            P50,
            new Figure.Throughput());

    assertThat(SignificanceTest.overall(rows)).isEqualTo(Verdict.MIXED);
  }

  @Test
  void tooLittleDataGivesTheReason() {
    assertThat(rows(constant(9, 100, 1, 0), constant(60, 100, 1, 0), P50).getFirst())
        .satisfies(row -> assertThat(row.verdict()).isEqualTo(Verdict.TOO_LITTLE_DATA))
        .satisfies(row ->
            assertThat(row.reason())
                .isEqualTo(
                    "A has 9 intervals, but needs 10: run it 2 times as long, or that many times"));
    assertThat(rows(constant(60, 100, 1, 0), constant(60, 100, 1, 0), P999).getFirst().reason())
        .isEqualTo(
            "A has 6 operations beyond it, but needs 20: run it 4 times as long, or that many times;"
                + " B has 6 operations beyond it, but needs 20: run it 4 times as long, or that many"
                + " times");
    assertThat(rows(constant(60, 100, 1, 0), constant(60, 0, 1, 0), P50, new Figure.Throughput()))
        .allSatisfy(row -> assertThat(row.verdict()).isEqualTo(Verdict.TOO_LITTLE_DATA))
        .allSatisfy(row -> assertThat(row.reason()).isEqualTo("B did nothing"));
  }

  /// One outage of a second is one event, however many operations it affects.
  @Test
  void valuesInFewIntervalsAreTooLittleData() {
    OperationSeries.Builder series = new OperationSeries.Builder();
    for (int second = 0; second < 60; second++) {
      int[] slots = new int[100];
      Arrays.fill(slots, second == 30 ? 15_000 : 5_000);
      series.add(slots, 100, second == 30 ? 50 : 0);
    }
    RunSeries outage =
        new RunSeries(Collections.nCopies(60, 1_000_000_000L), Map.of("read", series.build()));

    List<Row> rows = rows(constant(60, 100, 1_000_000, 0), outage, P99, new Figure.Errors());

    assertThat(rows.getFirst().reason())
        .startsWith("B has values beyond it in only 1 interval, but needs 10");
    assertThat(rows.getLast().reason())
        .contains("A and B have errors in only 1 interval", "run it 5 times as long");
  }

  @Test
  void maximumIsShownAndNotJudged() {
    Row row = rows(run(1, 1), run(2, 3), new Figure.Max()).getFirst();

    assertThat(row.verdict()).isEqualTo(Verdict.NOT_JUDGED);
    assertThat(row.candidate()).isGreaterThan(row.baseline());
  }

  /// Runs that differ by 10 % among themselves cannot show 5 %, although one of each seems to.
  @Test
  void variationBetweenRepeatsPreventsAFalseVerdict() {
    List<RunSeries> a = List.of(run(1, 1), run(2, 1.1), run(3, 0.9));
    List<RunSeries> b = List.of(run(4, 1.05), run(5, 1.15), run(6, 0.95));

    assertThat(rows(a.getFirst(), b.getFirst(), P50).getFirst().verdict()).isEqualTo(Verdict.WORSE);
    assertThat(SignificanceTest.rows(a, b, List.of(P50), 0).getFirst().verdict())
        .isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(
            SignificanceTest.rows(List.of(run(7, 1.08)), b, List.of(P50), 0).getFirst().verdict())
        .isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void consistentRepeatsShowADifference() {
    List<RunSeries> a = List.of(run(1, 1), run(2, 1), run(3, 1), run(4, 1));
    List<RunSeries> b = List.of(run(5, 1.1), run(6, 1.1), run(7, 1.1), run(8, 1.1));

    Row row = SignificanceTest.rows(a, b, List.of(P50), 0).getFirst();

    assertThat(row.verdict()).isEqualTo(Verdict.WORSE);
    assertThat(row.relative()).isBetween(0.07, 0.13);
  }

  /// Of three figures with equal p-values, the first needs a third of the p-value of a single one.
  @Test
  void pValuesAreAdjustedForTheNumberOfFigures() {
    RunSeries one = run(1, 1);
    RunSeries other = run(2, 1.05);
    Row alone = rows(one, other, P50).getFirst();
    Row amongMany =
        rows(
                new RunSeries(one.lengths(), three(one)),
                new RunSeries(other.lengths(), three(other)),
                P50)
            .getFirst();

    assertThat(alone.probability()).isBetween(1e-9, 0.3);
    assertThat(amongMany.interval()).isEqualTo(alone.interval());
    assertThat(amongMany.probability()).isCloseTo(3 * alone.probability(), within(1e-12));
  }

  private static Map<String, OperationSeries> three(RunSeries run) {
    OperationSeries series = Objects.requireNonNull(run.operations().get("read"));
    return Map.of("a", series, "b", series, "c", series);
  }

  @Test
  void longRunsAreMergedToFewerIntervals() {
    RunSeries shorter = constant(1500, 2, 1_000_000, 1).coarsened();

    assertThat(shorter.lengths()).hasSize(500).allMatch(length -> length == 3_000_000_000L);
    assertThat(shorter.nanos()).isEqualTo(1_500_000_000_000L);
    OperationSeries series = Objects.requireNonNull(shorter.operations().get("read"));
    assertThat(series.values()).isEqualTo(3000);
    assertThat(series.errors()).isEqualTo(1500);
  }

  @Test
  void blockLengthIsTheCubeRootAtMostAFifthOfTheRun() {
    assertThat(BlockBootstrap.blockLength(600, 1)).isEqualTo(9);
    assertThat(BlockBootstrap.blockLength(600, 4)).isEqualTo(36);
    assertThat(BlockBootstrap.blockLength(1000, 1)).isEqualTo(10);
    assertThat(BlockBootstrap.blockLength(20, 4)).isEqualTo(4);
    assertThat(BlockBootstrap.blockLength(3, 4)).isEqualTo(1);
  }
}
