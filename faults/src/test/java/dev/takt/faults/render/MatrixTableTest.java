package dev.takt.faults.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.faults.render.MatrixReport.FaultFreeRun;
import dev.takt.faults.render.MatrixReport.Forecast;
import dev.takt.faults.render.MatrixReport.NotInjectable;
import dev.takt.faults.render.MatrixReport.Row;
import dev.takt.faults.render.MatrixReport.Sample;
import dev.takt.faults.render.MatrixReport.Verdict;
import dev.takt.faults.scoring.AttributionScore;
import dev.takt.faults.scoring.PercentileRange;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.InEachLocale;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@InEachLocale
class MatrixTableTest {

  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final Cause HICCUP = new Cause(Side.HOST, StallKind.HICCUP, null);
  private static final Cause LOCK =
      new Cause(Side.TARGET, StallKind.LOCK_WAIT, "java.util.concurrent.locks.ReentrantLock");

  private static final Row GOOD =
      new Row(
          "HTTP",
          "gc",
          "System.gc()",
          new AttributionScore(8, 7, 1234, 1000 * MS, 970 * MS, Map.of(HICCUP, 20 * MS), 10 * MS),
          AttributionScore.EMPTY);
  private static final Row BAD =
      new Row(
          "HTTP",
          "counted",
          "counted loop without polls",
          new AttributionScore(
              8, 8, 100, 1000 * MS, 800 * MS, Map.of(LOCK, 150 * MS, HICCUP, 50 * MS), 0),
          AttributionScore.EMPTY);
  private static final Row WIDEST =
      new Row(
          "HTTP",
          "gc-lock",
          "System.gc() in lock convoy",
          new AttributionScore(
              100,
              100,
              12345,
              123 * 1000 * MS,
              0,
              Map.of(
                  new Cause(Side.GENERATOR, StallKind.GC_PAUSE, "Allocation Failure"),
                  123 * 1000 * MS),
              0),
          AttributionScore.EMPTY);
  private static final Row UNFELT =
      new Row(
          "HTTP",
          "hog",
          "System.gc() in lock convoy",
          new AttributionScore(8, 0, 0, 0, 0, Map.of(), 0),
          AttributionScore.EMPTY);
  private static final Sample UNDISTURBED = sample(range(2_000, 20), range(10_000, 200));
  private static final Sample REAL = sample(range(2_100, 20), range(9_500, 300));
  private static final Forecast CLOSE = forecast("SIGSTOP", 10_000, UNDISTURBED, REAL);
  private static final Forecast FAR = forecast("GC", 8_000, UNDISTURBED, REAL);

  /// A range in microseconds, extending this far to either side.
  private static PercentileRange range(long micros, long off) {
    return new PercentileRange((micros - off) * US, micros * US, (micros + off) * US);
  }

  /// A sample of two runs that differ by a tenth from it.
  private static Sample sample(PercentileRange p99, PercentileRange p999) {
    return new Sample(
        60_000,
        p99,
        p999,
        List.of(
            new Percentiles(p99.value() * 9 / 10, p999.value() * 9 / 10),
            new Percentiles(p99.value() * 11 / 10, p999.value() * 11 / 10)));
  }

  private static Forecast forecast(String text, long p999, Sample undisturbed, Sample real) {
    return new Forecast(
        "HTTP",
        text,
        new Percentiles(30 * MS, 50 * MS),
        sample(range(2_000, 20), range(p999, 200)),
        undisturbed,
        real);
  }

  private static MatrixReport report(Row... rows) {
    return new MatrixReport(0.95, 0.05, List.of(rows), List.of(), List.of(), List.of());
  }

  @Test
  void rowShowsSharesByCause() {
    String table = MatrixTable.render(report(GOOD, BAD, UNFELT, WIDEST), 100);

    assertThat(table.lines())
        .anySatisfy(line ->
            assertThat(line)
                .matches(
                    "System.gc\\(\\) +7/8 +1,234 +1.00 s +97.0 % +1.0 % +ok +2.0 % host hiccup"))
        .anySatisfy(line ->
            assertThat(line)
                .matches(
                    "counted loop without polls +8/8 +100 +1.00 s +80.0 % +0.0 % +NO +15.0 %"
                        + " lock wait: java.u…"))
        .anySatisfy(line ->
            assertThat(line)
                .matches("System.gc\\(\\) in lock convoy +0/8 .* NO +nothing was slow"));
    assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  @Test
  void faultFreeRunShowsWronglyAttributedTime() {
    MatrixReport report =
        new MatrixReport(
            0.95,
            0.05,
            List.of(),
            List.of(new NotInjectable("cgroup quota", "no control group can be made")),
            List.of(
                new FaultFreeRun(
                    "HTTP",
                    9000,
                    new AttributionScore(0, 0, 12, 40 * MS, 0, Map.of(HICCUP, 30 * MS), 10 * MS))),
            List.of());

    assertThat(MatrixTable.render(report, 100))
        .contains("not made here: cgroup quota: no control group can be made")
        .contains("without a fault, over HTTP: 12 of 9,000 operations were slow and lost 40.0 ms")
        .contains("blamed: host hiccup 30.0 ms; no cause 10.0 ms");
  }

  /// √(ln² (10/9.8) + ln² (9.5/9.2)) is 0.0379, and e^0.0379 makes 1.0526 greater by 0.041.
  @Test
  void aForecastIsHeldAgainstTheUndisturbedPartAndAgainstOtherRuns() {
    MatrixReport report =
        new MatrixReport(0.95, 0.05, List.of(), List.of(), List.of(), List.of(CLOSE, FAR));

    String table = MatrixTable.render(report, 100);
    assertThat(table.lines())
        .anySatisfy(line ->
            assertThat(line)
                .matches(
                    "SIGSTOP +p99 +30.0 ms +2.00 ms +2.00 ms +1.00 ± 0.01 +2.10 ms +0.95 ± 0.01"
                        + "  ok"))
        .anySatisfy(line ->
            assertThat(line)
                .matches(
                    " +p99.9 +50.0 ms +10.0 ms +10.0 ms +1.00 ± 0.03 +9.50 ms +1.05 ± 0.04  ok"))
        .anySatisfy(line ->
            assertThat(line)
                .matches(
                    " +p99.9 +50.0 ms +8.00 ms +10.0 ms +0.80 ± 0.03 +9.50 ms +0.84 ± 0.03  NO"))
        .containsOnlyOnce("what would be without, over HTTP")
        .containsOnlyOnce("others: 60,000 operations")
        .contains(
            "  p99   of the store alone 9.21 ms ± 0.9 %; recorded 2.10 ms, in single runs 1.89 ms –"
                + " 2.31 ms",
            "  p99.9 of the store alone 13.8 ms ± 1.9 %; recorded 9.50 ms, in single runs 8.55 ms –"
                + " 10.5 ms");
    assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(CLOSE.isGood()).isTrue();
    assertThat(FAR.isGood()).isFalse();
  }

  @Test
  void theWidestForecastHasRoomInALine() {
    Sample wide = sample(range(9_210, 2_000), range(13_800, 5_000));
    Forecast widest =
        new Forecast(
            "JDBC", "SIGSTOP to SIGCONT", new Percentiles(30 * MS, 50 * MS), wide, wide, wide);

    assertThat(
            MatrixTable.render(
                    new MatrixReport(0.95, 0.05, List.of(), List.of(), List.of(), List.of(widest)),
                    100)
                .lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
  }

  @Test
  void bothRatiosHaveToBeWithinATenth() {
    assertThat(verdict(10_999, UNDISTURBED, UNDISTURBED)).isEqualTo(Verdict.OK);
    assertThat(verdict(11_100, UNDISTURBED, UNDISTURBED)).isEqualTo(Verdict.OFF);
    assertThat(verdict(9_001, UNDISTURBED, UNDISTURBED)).isEqualTo(Verdict.OK);
    assertThat(verdict(8_900, UNDISTURBED, UNDISTURBED)).isEqualTo(Verdict.OFF);
    assertThat(verdict(10_600, UNDISTURBED, REAL)).isEqualTo(Verdict.OFF);
    assertThat(verdict(10_600, REAL, UNDISTURBED)).isEqualTo(Verdict.OFF);
    assertThat(verdict(10_600, UNDISTURBED, UNDISTURBED)).isEqualTo(Verdict.OK);
  }

  /// A forecast that cannot resolve a tenth is reported as such: a system that is a tenth off would
  /// pass as well.
  @Test
  void whatChanceAloneMakesIsNotOk() {
    Sample few = sample(range(2_000, 20), range(10_000, 1_200));
    Forecast open = forecast("a", 10_000, UNDISTURBED, few);

    assertThat(open.verdict(Sample::p999)).isEqualTo(Verdict.OPEN);
    assertThat(open.verdict(Sample::p99)).isEqualTo(Verdict.OK);
    assertThat(open.isGood()).isFalse();
    assertThat(verdict(10_000, few, UNDISTURBED)).isEqualTo(Verdict.OPEN);
    assertThat(verdict(12_000, few, UNDISTURBED)).isEqualTo(Verdict.OFF);
  }

  private static Verdict verdict(long p999, Sample undisturbed, Sample real) {
    return forecast("a", p999, undisturbed, real).verdict(Sample::p999);
  }

  /// Of 1,200 operations ten take 50 ms: 99 % are below these, and 99.9 % are not.
  @Test
  void aSampleHasTheOperationsOfAllItsRuns() {
    LatencyHistogram one = new LatencyHistogram();
    one.record(MS, 600);
    LatencyHistogram other = new LatencyHistogram();
    other.record(3 * MS, 590);
    other.record(50 * MS, 10);

    Sample sample = Sample.of(List.of(one, other));
    assertThat(sample.operations()).isEqualTo(1_200);
    assertThat(sample.p99().value()).isBetween(3 * MS, 3 * MS + MS / 100);
    assertThat(sample.p999().value()).isBetween(50 * MS, 51 * MS);
    assertThat(sample.runs()).hasSize(2);
    assertThat(sample.least(Percentiles::p99)).isBetween(MS, MS + MS / 100);
    assertThat(sample.most(Percentiles::p99)).isBetween(50 * MS, 51 * MS);
  }

  @Test
  void rowsAreGroupedByDriver() {
    Row other = new Row("JDBC", GOOD.name(), GOOD.text(), GOOD.score(), GOOD.elsewhere());

    assertThat(
            MatrixTable.render(report(GOOD, BAD, other), 100)
                .lines()
                .filter(l -> l.startsWith("over")))
        .containsExactly("over HTTP", "over JDBC");
  }

  @Test
  void allIsGoodIfEachPartIs() {
    assertThat(report(GOOD).isGood()).isTrue();
    assertThat(report(GOOD, BAD).isGood()).isFalse();
    assertThat(report(GOOD, UNFELT).isGood()).isFalse();
    assertThat(
            new MatrixReport(0.95, 0.05, List.of(GOOD), List.of(), List.of(), List.of(FAR))
                .isGood())
        .isFalse();
  }

  @Test
  void jsonHasAllOfIt() throws Exception {
    StringBuilder out = new StringBuilder();
    MatrixJson.write(
        new MatrixReport(
            0.95,
            0.05,
            List.of(GOOD, BAD),
            List.of(new NotInjectable("a", "b")),
            List.of(new FaultFreeRun("JDBC", 9000, AttributionScore.EMPTY)),
            List.of(FAR)),
        out);
    JsonNode json = new JsonMapper().readTree(out.toString());

    assertThat(json.at("/good").asBoolean()).isFalse();
    assertThat(json.at("/faults/0/good").asBoolean()).isTrue();
    assertThat(json.at("/faults/0/score/right").asLong()).isEqualTo(970 * MS);
    assertThat(json.at("/faults/1/score/wrong/0/kind").asString()).isEqualTo("lock_wait");
    assertThat(json.at("/faults/1/score/wrong/1/nanos").asLong()).isEqualTo(50 * MS);
    assertThat(json.at("/notMade/0/why").asString()).isEqualTo("b");
    assertThat(json.at("/undisturbed/0/operations").asLong()).isEqualTo(9000);
    assertThat(json.at("/forecasts/0/predicted/p999").asLong()).isEqualTo(8 * MS);
    assertThat(json.at("/forecasts/0/undisturbed/p999").asLong()).isEqualTo(10 * MS);
    assertThat(json.at("/forecasts/0/undisturbed/p999Range/low").asLong()).isEqualTo(9_800 * US);
    assertThat(json.at("/forecasts/0/undisturbed/p999Range/high").asLong()).isEqualTo(10_200 * US);
    assertThat(json.at("/forecasts/0/undisturbed/operations").asLong()).isEqualTo(60_000);
    assertThat(json.at("/forecasts/0/real/runs/1/p999").asLong()).isEqualTo(10_450 * US);
    assertThat(json.at("/forecasts/0/toUndisturbed/p999/ratio").asDouble()).isEqualTo(0.8);
    assertThat(json.at("/forecasts/0/toUndisturbed/p999/low").asDouble())
        .isCloseTo(0.8 * Math.exp(-Math.hypot(Math.log(8 / 7.8), Math.log(1.02))), within(1e-9));
    assertThat(json.at("/forecasts/0/toReal/p99/ratio").asDouble())
        .isCloseTo(2.0 / 2.1, within(1e-9));
  }
}
