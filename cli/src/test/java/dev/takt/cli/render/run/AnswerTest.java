package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.AnalysedOperations;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.CauseStalls;
import dev.takt.explain.Explanation.Certainty;
import dev.takt.explain.Explanation.Excess;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.Heading;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.InEachLocale;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@InEachLocale
class AnswerTest {

  private static final long MILLI = 1_000_000;
  private static final RunSummary RUN =
      Samples.judged(Samples.run("fixed"))
          .withHeading(
              Heading.of(
                  "p50 5.00 ms, p99 9.90 ms, p99.9 9.99 ms; 2,000 of 2,014 operations succeeded (8"
                      + " failed, 2 timed out, 2 unfinished, 2 never sent).",
                  null,
                  false));

  @Test
  void answerComesFirstOnOneScreen() {
    String text =
        Answer.render(
            RUN,
            explanation(
                row(Side.GENERATOR, StallKind.RUN_QUEUE, "java", 5, Certainty.MATCHED),
                row(Side.TARGET, StallKind.GC_PAUSE, "G1 Evacuation Pause", 91, Certainty.EXACT)),
            null,
            List.of(),
            false,
            TextStyle.PLAIN);

    assertThat(text)
        .isEqualTo(
            """
            p50 5.00 ms, p99 9.90 ms, p99.9 9.99 ms; 2,000 of 2,014 operations succeeded (8
            failed, 2 timed out, 2 unfinished, 2 never sent).
            http://127.0.0.1:8080/, 100.5/s of 100.7/s for 20.0 s, after a warm-up of 200
            operations

            response            count  errors      p50      p90      p99    p99.9      max
            read                1,000       5  5.00 ms  9.00 ms  9.90 ms  9.99 ms  10.0 ms
            update              1,000       5  5.00 ms  9.00 ms  9.90 ms  9.99 ms  10.0 ms
            all                 1,000      10  5.00 ms  9.00 ms  9.90 ms  9.99 ms  10.0 ms
              service           1,000           500 µs   900 µs   990 µs   999 µs  1.00 ms
              wait              1,000          5.00 ms  9.00 ms  9.90 ms  9.99 ms  10.0 ms
              status      200 × 2,000, 503 × 8

            errors
                      8  status 503
                         the first: takt-runs/1/failures/status-503.txt
                      2  timed out

            fail if
              ok      p99 > 20ms  (it is 9.90 ms)
              BROKEN  errors > 0.1%  (it is 0.695 %)

            slow time  cause                        stalls  longest  p99 without    p99.9
               91.0 %  target gc pause:                 12  38.9 ms       740 µs  1.20 ms
                         G1 Evacuation Pause
                5.0 %  ~ generator run queue: java      12  38.9 ms       740 µs  1.20 ms
                4.0 %  unexplained
            ~ matched to operations by time only

            generator ok: lateness p99 12.3 µs, max 1.20 ms
            warning: 10 operations failed; see errors
            """);
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void fiveCausesAreShownAndTheOthersSummed() {
    List<CauseRow> rows = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      rows.add(row(Side.TARGET, StallKind.GC_PAUSE, "c" + i, i, Certainty.EXACT));
    }

    String text =
        Answer.render(
            RUN,
            explanation(rows.toArray(CauseRow[]::new)),
            null,
            List.of(),
            false,
            TextStyle.PLAIN);

    assertThat(text.lines().filter(line -> line.contains(" %  ")).map(String::strip))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("8.0 %  target gc pause: c8"),
            line -> assertThat(line).startsWith("7.0 %  target gc pause: c7"),
            line -> assertThat(line).startsWith("6.0 %  target gc pause: c6"),
            line -> assertThat(line).startsWith("5.0 %  target gc pause: c5"),
            line -> assertThat(line).isEqualTo("10.0 %  4 smaller causes"),
            line -> assertThat(line).isEqualTo("64.0 %  unexplained"));
  }

  @Test
  void longNameOfTheMainCauseTakesTwoRows() {
    CauseRow lock =
        row(
            Side.TARGET,
            StallKind.MONITOR_WAIT,
            "com.example.shop.ShoppingCart$Entry",
            60,
            Certainty.MATCHED);
    CauseRow pause =
        row(Side.TARGET, StallKind.GC_PAUSE, "a cause of more words than fit", 30, Certainty.EXACT);

    assertThat(
            Answer.render(RUN, explanation(lock, pause), null, List.of(), false, TextStyle.PLAIN))
        .contains(
            """
            slow time  cause                         stalls  longest  p99 without    p99.9
               60.0 %  ~ target monitor wait:            12  38.9 ms       740 µs  1.20 ms
                         …e.shop.ShoppingCart$Entry
               30.0 %  target gc pause: a cause of…      12  38.9 ms       740 µs  1.20 ms
            """);
  }

  /// Three operations, all with long causes, as the demo has them.
  @Test
  void answerOfThreeOperationsHasAtMost25Lines() {
    RunSummary.Results results = RUN.results();
    OperationSummary one = results.operations().getFirst();
    RunSummary three =
        new RunSummary(
            RUN.heading(),
            RUN.execution(),
            new RunSummary.Results(
                List.of(one, one, one),
                withStatuses(results.total(), Map.of("200", 1900L, "201", 100L)),
                results.balance(),
                results.warmup(),
                results.rate()),
            RUN.generator(),
            new RunSummary.Failures(Map.of(), null),
            List.of(),
            List.of(),
            RUN.runDirectory());
    List<CauseRow> causes = new ArrayList<>();
    for (int i = 9; i > 0; i--) {
      String name = "com.example.shop.ShoppingCart$Entry" + i;
      causes.add(row(Side.TARGET, StallKind.MONITOR_WAIT, name, i, Certainty.MATCHED));
    }

    String text =
        Answer.render(
            three,
            explanation(causes.toArray(CauseRow[]::new)),
            null,
            List.of(),
            false,
            TextStyle.PLAIN);

    assertThat(text.lines().count()).as(text).isLessThanOrEqualTo(25);
    assertThat(text).contains("…", "smaller causes").doesNotContain("201 ×");
  }

  private static OperationSummary withStatuses(OperationSummary of, Map<String, Long> statuses) {
    return new OperationSummary(
        of.name(), of.response(), of.service(), of.waiting(), of.balance(), statuses);
  }

  @Test
  void runThatLostAMachineIsNotCalledStopped() {
    RunSummary.Execution execution = RUN.execution();
    RunSummary.Results results = RUN.results();
    RunSummary stopped =
        new RunSummary(
            RUN.heading(),
            new RunSummary.Execution("fixed", execution.target(), null, false, 1_000_000_000),
            results,
            RUN.generator(),
            RUN.failures(),
            RUN.assertions(),
            RUN.warnings(),
            RUN.runDirectory());
    RunSummary lost =
        new RunSummary(
            stopped.heading(),
            stopped.execution(),
            new RunSummary.Results(
                results.operations(),
                results.total(),
                results.balance().plus(new Balance(3, 0, 0, 0, 0, 0, 3L)),
                results.warmup(),
                results.rate()),
            RUN.generator(),
            RUN.failures(),
            RUN.assertions(),
            RUN.warnings(),
            RUN.runDirectory());

    assertThat(Answer.render(stopped, null, null, List.of(), false, TextStyle.PLAIN))
        .contains("stopped before its end")
        .doesNotContain("machines that were not lost");
    assertThat(SummaryTable.render(lost, null, List.of(), false, TextStyle.PLAIN))
        .containsPattern("rate +at least [\\d.,]+/s achieved of ");
    assertThat(Answer.render(lost, null, null, List.of(), false, TextStyle.PLAIN))
        .doesNotContain("stopped before its end")
        .containsPattern(", at least [\\d.,]+/s")
        .contains(
            """
              status      200 × 2,000, 503 × 8
                          (of the machines that were not lost)
            """);
  }

  @Test
  void serviceAndWaitAreOmittedWhereTheyEqualTheResponse() {
    RunSummary run = Samples.run("throughput").withHeading(Heading.of("x", null, false));

    assertThat(Answer.render(run, null, null, List.of(), false, TextStyle.PLAIN))
        .contains("\nservice             count  errors ")
        .doesNotContain("wait", "slow time");
  }

  @Test
  void longWarningsEndWithAClause() {
    String half = "2 of 4 operations were due and never sent, as the target was busy";
    for (String separator : List.of("; ", ": ")) {
      RunSummary run = RUN.withWarning(half + separator + "they wait, ".repeat(20));
      String text = Answer.render(run, null, null, List.of(), false, new TextStyle(false, 120));
      assertThat(text).contains("\nwarning: " + half + separator.strip() + " …\n");
    }
  }

  @Test
  void textFollowsTheWidth() {
    String wide = Answer.render(RUN, null, null, List.of(), false, new TextStyle(false, 120));

    assertThat(wide.lines().findFirst().orElseThrow().length()).isBetween(81, 120);
  }

  private static CauseRow row(
      Side side, StallKind kind, @Nullable String detail, int percent, Certainty certainty) {
    return new CauseRow(
        new Cause(side, kind, detail),
        new CauseStalls(12, 38_900_000),
        10,
        new Excess(percent * MILLI, 0, 0),
        0,
        0,
        certainty,
        new Percentiles(740_000, 1_200_000));
  }

  private static Explanation explanation(CauseRow... rows) {
    long explained = 0;
    for (CauseRow each : rows) {
      explained += each.excess().nanos();
    }
    return new Explanation(
        new AnalysedOperations(true, 16, 20_000, 400),
        new Excess(100 * MILLI, 0, 0),
        new Percentiles(9_900_000, 9_990_000),
        null,
        List.of(rows),
        new Unexplained(1, new Excess(100 * MILLI - explained, 0, 0), 0),
        List.of(),
        List.of());
  }
}
