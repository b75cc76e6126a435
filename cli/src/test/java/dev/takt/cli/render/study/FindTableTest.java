package dev.takt.cli.render.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.takt.cli.output.Samples;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.capacity.RateSearch;
import dev.takt.explain.capacity.SearchResult;
import dev.takt.explain.capacity.SearchResult.EndReason;
import dev.takt.explain.capacity.SearchSettings;
import dev.takt.explain.capacity.SearchStep.Reason;
import dev.takt.explain.capacity.Trial;
import dev.takt.explain.capacity.Trial.Outcome;
import dev.takt.lab.CapacityReport;
import dev.takt.lab.CapacityStep;
import dev.takt.lab.RunVerdict;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.text.EnglishText;
import dev.takt.testing.InEachLocale;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@InEachLocale
class FindTableTest {

  private static final SearchSettings SETTINGS = new SearchSettings(1000, 50_000, 0.05, 3, 30);

  private static CapacityStep step(int number, double rate, Outcome outcome, double millis) {
    return step(number, rate, outcome, millis, run(rate));
  }

  private static RunSummary run(double rate) {
    return Samples.with(Samples.run("fixed"), new Rate(rate, rate));
  }

  private static CapacityStep step(
      int number, double rate, Outcome outcome, double millis, RunSummary run) {
    boolean kept = outcome == Outcome.HELD;
    CapacityStep.Objective objective =
        new CapacityStep.Objective(
            "p99 < 20ms", kept, millis * 1e6, 20e6, EnglishText.format("%.1f ms", millis));
    return new CapacityStep(
        number, rate, Reason.APPROACH, outcome, run, List.of(objective), millis * 1e6, null);
  }

  private static CapacityReport report(@Nullable String trouble, CapacityStep... steps) {
    return report(SETTINGS, trouble, steps);
  }

  private static CapacityReport report(
      SearchSettings settings, @Nullable String trouble, CapacityStep... steps) {
    List<Trial> answers = new ArrayList<>();
    for (CapacityStep each : steps) {
      answers.add(new Trial(each.rate(), each.outcome()));
    }
    SearchResult finding = RateSearch.resultSoFar(settings, answers);
    return new CapacityReport(
        "shop",
        List.of("p99 < 20ms"),
        settings,
        finding,
        "p99",
        List.of(steps),
        trouble == null ? null : new CapacityReport.Trouble(trouble, RunVerdict.INTERRUPTED),
        "runs");
  }

  private static String render(CapacityReport report) {
    String table = FindTable.render(report, new TextStyle(false, 100));
    assertThat(table.lines()).allSatisfy(each -> assertThat(each).hasSizeLessThan(101));
    return table;
  }

  /// Power is 1000/4 at 1000/s, 2000/4 at 2000/s, 4000/34.2 at 4000/s: the knee is at 2000/s.
  @Test
  void tellsWhatFailedAndByHowMuchAndMarksTheKnee() {
    CapacityReport report =
        report(
            "interrupted",
            step(1, 1000, Outcome.HELD, 4),
            step(2, 2000, Outcome.HELD, 4),
            step(3, 4000, Outcome.FAILED, 34.2));

    String table = render(report);

    assertThat(table)
        .startsWith("interrupted: the highest rate that was seen to hold is 2,000/s\n")
        .contains(
            "holds       2,000/s, in 1 of 1 runs\n",
            "fails       4,000/s, in 1 of 1 runs\n",
            "edge        between ",
            "with 90 % confidence",
            "knee        2,000/s: beyond it p99 grows faster than throughput (it is 4.00 ms there)",
            "\nboth     2  2,000/s",
            "fails: p99 < 20ms (34.2 ms)\n",
            "why 4,000/s failed\n  - p99 < 20ms: it was 34.2 ms, 1.71 times the limit\n");
  }

  @Test
  void numbersOfUsersHaveNoRate() {
    SearchSettings settings = new SearchSettings(1, 8, true, 0.05, 1, 30);
    CapacityReport report =
        report(
            settings,
            "interrupted",
            step(1, 1, Outcome.HELD, 4),
            step(2, 2, Outcome.HELD, 5),
            step(3, 4, Outcome.FAILED, 34.2));

    String table = render(report);

    assertThat(table)
        .startsWith("interrupted: the highest number of users that was seen to hold is 2 users\n")
        .contains(
            "holds       2 users, in 1 of 1 runs\n",
            "fails       4 users, in 1 of 1 runs\n",
            " users  achieved ",
            "p99 by users, both axes logarithmic",
            "1 user ",
            "why 4 users failed\n")
        .doesNotContain("2/s,", "4/s failed");
    assertThat(FindJson.write(report)).contains("\"searched\": \"users\"");
    assertThat(FindJson.write(report(null, step(1, 1000, Outcome.HELD, 4))))
        .contains("\"searched\": \"rate\"");
  }

  @Test
  void failedStepShowsShareCausedByGenerator() {
    CapacityStep failed = step(2, 2000, Outcome.FAILED, 34.2);
    RunSummary run = run(2000);
    String finding = "of the excess time of the slowest 1 %, 33 % was lost";
    RunSummary withBlame = run.withGenerator(run.generator().withBlame(0.33, finding));
    CapacityStep blamed = step(2, 2000, Outcome.FAILED, 34.2, withBlame);

    assertThat(FindText.line(blamed, "2,000/s"))
        .isEqualTo(FindText.line(failed, "2,000/s") + "; caused in part by the generator")
        .startsWith("step 2 ");
    assertThat(render(report(null, step(1, 1000, Outcome.HELD, 4), blamed)))
        .containsPattern(
            "  - the generator was on schedule, but it caused part of the slow time: [^-]*33 % was\\s+lost");
  }

  @Test
  void aGeneratorAtItsLimitIsInTheFirstLine() {
    CapacityReport report =
        report(
            null,
            step(1, 1000, Outcome.HELD, 4),
            step(2, 2000, Outcome.NOT_TRUSTED, 40),
            step(3, 2000, Outcome.NOT_TRUSTED, 40),
            step(4, 2000, Outcome.NOT_TRUSTED, 40));

    assertThat(report.finding().end()).isEqualTo(EndReason.GENERATOR_LIMIT);
    assertThat(render(report))
        .containsPattern(
            """
            \\AGENERATOR [A-Z]+ at 2,000/s, do not blame the target
              - the highest rate that was seen to hold is 1,000/s
            """)
        .contains("the generator, not the target, limited these runs")
        .doesNotContain("failed\n");
  }

  @Test
  void failedRateBelowHeldRateIsReported() {
    CapacityReport report =
        report(
            null,
            step(1, 1000, Outcome.HELD, 4),
            step(2, 2000, Outcome.FAILED, 40),
            step(3, 2000, Outcome.FAILED, 40),
            step(4, 4000, Outcome.HELD, 5));

    assertThat(render(report))
        .contains("not in order: 2,000/s failed (2 of 2 runs) although a higher rate held");
  }

  @Test
  void notEvenTheLowestRate() {
    CapacityReport report =
        report(null, step(1, 1000, Outcome.FAILED, 40), step(2, 1000, Outcome.FAILED, 80));

    assertThat(render(report))
        .startsWith("not even 1,000/s holds p99 < 20ms\n")
        .contains("why 1,000/s failed\n  - p99 < 20ms: it was 80.0 ms, 4 times the limit");
  }

  /// From 1000/s to 4000/s in 78 columns on a logarithmic axis, 2000/s is in the middle: column 38
  /// or 39, after a margin of 12. From 4 ms to 64 ms in 14 rows, 16 ms is in row 9 from the top.
  @Test
  void drawsTheCurveWithItsMarks() {
    String plot =
        FindPlot.render(
            report(
                "interrupted",
                step(1, 1000, Outcome.HELD, 4),
                step(2, 2000, Outcome.HELD, 4),
                step(3, 4000, Outcome.FAILED, 64)));

    List<String> lines = plot.lines().toList();
    assertThat(lines).hasSize(17).allSatisfy(each -> assertThat(each).hasSizeLessThan(101));
    assertThat(lines.getFirst())
        .isEqualTo(
            "p99 by rate, both axes logarithmic: o holds  x fails  ? no evidence  : knee  | highest");
    assertThat(lines.get(1)).startsWith("  64.0 ms  |").endsWith("x").hasSize(11 + 1 + 78);
    assertThat(lines.get(14)).startsWith("  4.00 ms  |o ").endsWith(" o").hasSize(12 + 40);
    assertThat(lines.get(2).charAt(12 + 39)).isEqualTo('|');
    // The objective, 20 ms: log(5) / log(16) of 13 rows is the 8th above the lowest.
    assertThat(lines.get(14 - 8))
        .startsWith("  20.0 ms  |" + "-".repeat(39) + "|" + "-".repeat(38));
    assertThat(lines.get(15)).isEqualTo("           +" + "-".repeat(78));
    assertThat(lines.get(16)).startsWith("            1,000/s ").endsWith(" 4,000/s").hasSize(90);
  }

  @Test
  void singleRateIsNotPlotted() {
    assertThat(FindPlot.render(report("interrupted", step(1, 1000, Outcome.HELD, 4)))).isEmpty();
  }

  @Test
  void whatMachinesReadFitsThePublishedSchema() {
    var schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(FindSchema.text(), InputFormat.JSON);

    CapacityReport found =
        report(
            null,
            step(1, 1000, Outcome.HELD, 4),
            step(2, 2000, Outcome.NOT_TRUSTED, Double.NaN),
            step(3, 2000, Outcome.FAILED, 40),
            step(4, 4000, Outcome.HELD, 5));
    String json = FindJson.write(found);

    assertThat(schema.validate(json, InputFormat.JSON)).isEmpty();
    assertThat(schema.validate(json.replace("not_trusted", "unsure"), InputFormat.JSON)).hasSize(1);
    assertThat(schema.validate(FindJson.write(report("gone")), InputFormat.JSON)).isEmpty();
  }
}
