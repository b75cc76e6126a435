package dev.takt.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.MatrixReport.Forecast;
import dev.takt.cli.output.MatrixReport.NotMade;
import dev.takt.cli.output.MatrixReport.Row;
import dev.takt.cli.output.MatrixReport.Several;
import dev.takt.cli.output.MatrixReport.Undisturbed;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.blame.Cause;
import dev.takt.explain.truth.TruthScore;
import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MatrixTableTest {

  private static final long MS = 1_000_000;
  private static final Cause HICCUP = new Cause(Side.HOST, StallKind.HICCUP, null);
  private static final Cause LOCK =
      new Cause(Side.TARGET, StallKind.LOCK_WAIT, "java.util.concurrent.locks.ReentrantLock");

  private static final Row GOOD =
      new Row(
          "HTTP",
          "gc",
          "System.gc()",
          new TruthScore(8, 7, 1234, 1000 * MS, 970 * MS, Map.of(HICCUP, 20 * MS), 10 * MS),
          TruthScore.NOTHING);
  private static final Row BAD =
      new Row(
          "HTTP",
          "counted",
          "counted loop without polls",
          new TruthScore(
              8, 8, 100, 1000 * MS, 800 * MS, Map.of(LOCK, 150 * MS, HICCUP, 50 * MS), 0),
          TruthScore.NOTHING);
  private static final Row WIDEST =
      new Row(
          "HTTP",
          "gc-lock",
          "System.gc() in lock convoy",
          new TruthScore(
              100,
              100,
              12345,
              123 * 1000 * MS,
              0,
              Map.of(
                  new Cause(Side.GENERATOR, StallKind.GC_PAUSE, "Allocation Failure"),
                  123 * 1000 * MS),
              0),
          TruthScore.NOTHING);
  private static final Row UNFELT =
      new Row(
          "HTTP",
          "hog",
          "System.gc() in lock convoy",
          new TruthScore(8, 0, 0, 0, 0, Map.of(), 0),
          TruthScore.NOTHING);
  private static final Several UNDISTURBED = several(2 * MS, 9 * MS, 2 * MS, 11 * MS);
  private static final Forecast CLOSE =
      forecast("SIGSTOP", 10 * MS, UNDISTURBED, several(MS, 10 * MS, 3 * MS, 12 * MS));
  private static final Forecast FAR =
      forecast("GC", 8 * MS, UNDISTURBED, several(2 * MS, 9 * MS, 2 * MS, 11 * MS));

  /// Of two runs, and of both together what lies in the middle.
  private static Several several(long p99, long p999, long otherP99, long otherP999) {
    return new Several(
        new Percentiles((p99 + otherP99) / 2, (p999 + otherP999) / 2),
        List.of(new Percentiles(p99, p999), new Percentiles(otherP99, otherP999)));
  }

  private static Forecast forecast(String text, long p999, Several undisturbed, Several real) {
    return new Forecast(
        "HTTP",
        text,
        new Percentiles(30 * MS, 50 * MS),
        new Percentiles(2 * MS, p999),
        undisturbed,
        real);
  }

  private static MatrixReport report(Row... rows) {
    return new MatrixReport(0.95, 0.05, List.of(rows), List.of(), List.of(), List.of());
  }

  @Test
  void aRowTellsWhatWentToWhom() {
    String table = MatrixTable.render(report(GOOD, BAD, UNFELT, WIDEST));

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
  void aRunWithoutAFaultTellsWhatWasBlamed() {
    MatrixReport report =
        new MatrixReport(
            0.95,
            0.05,
            List.of(),
            List.of(new NotMade("cgroup quota", "no control group can be made")),
            List.of(
                new Undisturbed(
                    "HTTP",
                    9000,
                    new TruthScore(0, 0, 12, 40 * MS, 0, Map.of(HICCUP, 30 * MS), 10 * MS))),
            List.of());

    assertThat(MatrixTable.render(report))
        .contains("not made here: cgroup quota: no control group can be made")
        .contains("without a fault, over HTTP: 12 of 9,000 operations were slow and lost 40.0 ms")
        .contains("blamed: host hiccup 30.0 ms; nobody 10.0 ms");
  }

  @Test
  void aForecastIsHeldAgainstTheUndisturbedPartAndAgainstOtherRuns() {
    MatrixReport report =
        new MatrixReport(0.95, 0.05, List.of(), List.of(), List.of(), List.of(CLOSE, FAR));

    String table = MatrixTable.render(report);
    assertThat(table.lines())
        .anySatisfy(line ->
            assertThat(line)
                .matches(
                    "SIGSTOP, HTTP +p99 +30.0 ms +2.00 ms +2.00 ms +1.00 +1.00 ms – 3.00 ms +1.00 "
                        + " ok"))
        .anySatisfy(line ->
            assertThat(line)
                .matches(" +p99.9 +50.0 ms +10.0 ms +10.0 ms +1.00 +10.0 ms – 12.0 ms +0.91  ok"))
        .anySatisfy(line ->
            assertThat(line)
                .matches(" +p99.9 +50.0 ms +8.00 ms +10.0 ms +0.80 +9.00 ms – 11.0 ms +0.80  NO"));
    assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    assertThat(CLOSE.isGood()).isTrue();
    assertThat(FAR.isGood()).isFalse();
  }

  /// 9 ms is the least of either: a tenth less is 8.1 ms.
  @Test
  void itMayBeATenthBeyondSingleRunsOfBoth() {
    Several wide = several(2 * MS, 5 * MS, 2 * MS, 15 * MS);

    assertThat(forecast("a", 8_200_000, UNDISTURBED, UNDISTURBED).isGood()).isTrue();
    assertThat(forecast("a", 8_000_000, UNDISTURBED, UNDISTURBED).isGood()).isFalse();
    assertThat(forecast("a", 8_000_000, wide, wide).isGood()).isTrue();
    assertThat(forecast("a", 8_000_000, UNDISTURBED, wide).isGood()).isFalse();
    assertThat(forecast("a", 8_000_000, wide, UNDISTURBED).isGood()).isFalse();
    assertThat(forecast("a", 12_000_000, UNDISTURBED, UNDISTURBED).isGood()).isTrue();
    assertThat(forecast("a", 12_200_000, UNDISTURBED, UNDISTURBED).isGood()).isFalse();
  }

  @Test
  void rowsOfEachDriverAreToldApart() {
    Row other = new Row("JDBC", GOOD.name(), GOOD.text(), GOOD.score(), GOOD.elsewhere());

    assertThat(
            MatrixTable.render(report(GOOD, BAD, other)).lines().filter(l -> l.startsWith("over")))
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
            List.of(new NotMade("a", "b")),
            List.of(new Undisturbed("JDBC", 9000, TruthScore.NOTHING)),
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
    assertThat(json.at("/forecasts/0/real/runs/1/p999").asLong()).isEqualTo(11 * MS);
  }
}
