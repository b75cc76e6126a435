package dev.takt.cli.render.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.cli.output.Samples;
import dev.takt.cli.spi.render.TextStyle;
import dev.takt.lab.Headline;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.TargetAddresses;
import dev.takt.testing.InEachLocale;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

@InEachLocale
class SummaryTableTest {

  private static final TextStyle PLAIN = new TextStyle(false, 100);

  @Test
  void showsResponseFirstInFixedMode() {
    assertThat(
            SummaryTable.render(
                Samples.judged(Samples.run("fixed")), null, List.of(), false, PLAIN))
        .isEqualTo(
            """
            generator ok: lateness p99 12.3 µs, max 1.20 ms

            target      http://127.0.0.1:8080/
            mode        fixed, 20.0 s
            rate        100.5/s achieved of 100.7/s intended (99.8 %)
            balance     2,014 intended = 2,000 completed + 8 failed + 2 timed out + 2 unfinished + 2 never sent
            warm-up     200 operations, left out below

                              count    mean     p50     p90     p99   p99.9  p99.99     max
            read
              response        1,000 5.01 ms 5.00 ms 9.00 ms 9.90 ms 9.99 ms 10.0 ms 10.0 ms
              service         1,000  501 µs  500 µs  900 µs  990 µs  999 µs 1.00 ms 1.00 ms
              wait            1,000 5.01 ms 5.00 ms 9.00 ms 9.90 ms 9.99 ms 10.0 ms 10.0 ms
              status      200 × 1,000, 503 × 4
            update
              response        1,000 5.01 ms 5.00 ms 9.00 ms 9.90 ms 9.99 ms 10.0 ms 10.0 ms
              service         1,000  501 µs  500 µs  900 µs  990 µs  999 µs 1.00 ms 1.00 ms
              wait            1,000 5.01 ms 5.00 ms 9.00 ms 9.90 ms 9.99 ms 10.0 ms 10.0 ms
              status      200 × 1,000, 503 × 4
            all
              response        1,000 5.01 ms 5.00 ms 9.00 ms 9.90 ms 9.99 ms 10.0 ms 10.0 ms
              service         1,000  501 µs  500 µs  900 µs  990 µs  999 µs 1.00 ms 1.00 ms
              wait            1,000 5.01 ms 5.00 ms 9.00 ms 9.90 ms 9.99 ms 10.0 ms 10.0 ms
              status      200 × 2,000, 503 × 8

            errors
                      8  status 503
                         the first: takt-runs/1/failures/status-503.txt
                      2  timed out

            warnings
              - 10 operations failed; see errors

            fail if
              ok      p99 > 20ms  (it is 9.90 ms)
              BROKEN  errors > 0.1%  (it is 0.695 %)

            files       takt-runs/1
            """);
  }

  @Test
  void addressStandsInTheTableWhereTheNameHasSeveral() {
    RunSummary run = Samples.run("fixed");
    TargetAddresses one = new TargetAddresses(List.of("127.0.0.1:80"), List.of("127.0.0.1:80"));
    assertThat(SummaryTable.render(Samples.with(run, one), null, List.of(), false, PLAIN))
        .doesNotContain("127.0.0.1:80 ");
    TargetAddresses several =
        new TargetAddresses(
            List.of("[::1]:80", "127.0.0.1:80"),
            List.of("127.0.0.1:80", "10.0.0.1:80", "[::1]:80"));
    assertThat(SummaryTable.render(Samples.with(run, several), null, List.of(), false, PLAIN))
        .contains("\naddress     [::1]:80, then 127.0.0.1:80 (of 3)\n");
  }

  @Test
  void showsServiceFirstInThrottleMode() {
    String table = SummaryTable.render(Samples.run("throttle"), null, List.of(), false, PLAIN);

    assertThat(table.indexOf("  service")).isLessThan(table.indexOf("  response"));
    assertThat(table).contains("  wait ");
  }

  @Test
  void knowsNoResponseTimeInThroughputMode() {
    String table = SummaryTable.render(Samples.run("throughput"), null, List.of(), false, PLAIN);

    assertThat(table.toLowerCase(Locale.ROOT)).doesNotContain("response", "wait", "intended (");
    assertThat(table).contains("  service ").contains("101/s achieved\n".replace("101", "100.5"));
  }

  @Test
  void saysInItsFirstLineThatTheGeneratorWasTheBottleneck() {
    for (Verdict verdict : List.of(Verdict.LATE, Verdict.STALLED, Verdict.SATURATED)) {
      String table =
          SummaryTable.render(
              Samples.run("fixed")
                  .withGenerator(Samples.generator(verdict, List.of("frozen; try --x"))),
              null,
              List.of("SCHEDULE MISSED: half"),
              true,
              PLAIN);

      assertThat(table.lines().limit(3))
          .satisfiesExactly(
              first -> assertThat(first).startsWith("GENERATOR " + verdict.name() + ": "),
              second -> assertThat(second).isEqualTo("  - frozen; try --x"),
              third -> assertThat(third).isEqualTo("SCHEDULE MISSED: half"));
    }
  }

  @Test
  void failureOfAllOperationsStandsBeforeTheGenerator() {
    RunSummary run = Samples.run("fixed");
    RunSummary failed =
        Samples.with(
            run.withGenerator(Samples.generator(Verdict.STALLED, List.of())),
            new Balance(60, 0, 60, 0, 0, 0),
            Map.of("status 500", 60L));

    assertThat(SummaryTable.render(headed(failed), null, List.of(), false, PLAIN).lines().limit(3))
        .containsExactly(
            "ALL 60 OPERATIONS FAILED: status 500. The generator was stalled: do not trust its times.",
            "",
            "GENERATOR STALLED: 10 stalls, 2.00 s in all, longest 201 ms");
  }

  private static RunSummary headed(RunSummary run) {
    return run.withHeading(Headline.of(run, null, null));
  }

  @Test
  void eachKindOfFailureIsCountedInTheFirstLine() {
    RunSummary failed =
        Samples.with(
            Samples.run("fixed"),
            new Balance(60, 0, 40, 20, 0, 0),
            new TreeMap<>(Map.of("status 500", 40L, "timed out", 20L)));

    assertThat(SummaryTable.render(headed(failed), null, List.of(), false, PLAIN))
        .startsWith("ALL 60 OPERATIONS FAILED: status 500 × 40, timed out × 20.\n\ngenerator ok: ");
  }

  @Test
  void unfinishedOperationsAreNotCalledFailed() {
    RunSummary silent =
        Samples.with(
            Samples.run("fixed"), new Balance(60, 0, 0, 0, 16, 44), new TreeMap<String, Long>());

    assertThat(SummaryTable.render(headed(silent), null, List.of(), false, PLAIN))
        .startsWith("NO OPERATION COMPLETED: 16 unfinished, 44 never sent.\n\ngenerator ok: ");
  }

  @Test
  void undecidedRuleSaysWhyAndNamesTheExitCode() {
    RunSummary run =
        Samples.run("fixed")
            .withAssertions(
                List.of(
                    new AssertionResult("p50 > 1s", "198 ms", false, "1.20 ms", null),
                    new AssertionResult("p99 > 20ms", "198 ms", true, "1.20 ms", "only that")));

    assertThat(SummaryTable.render(run, null, List.of(), true, PLAIN))
        .contains(
            """

            fail if
              ok      p50 > 1s  (it is 198 ms; 1.20 ms without the generator)
              UNDECIDED  p99 > 20ms  (it is 198 ms; 1.20 ms without the generator)
                only that
              exit code 5, not 0 or 3: this run does not decide all rules
            """);
    assertThat(SummaryTable.render(Samples.judged(run), null, List.of(), false, PLAIN))
        .doesNotContain("exit code");
  }

  @Test
  void generatorOfWhichNothingIsMeasuredIsNotCalledOk() {
    GeneratorReport unknown =
        new GeneratorReport(
            Verdict.OK,
            null,
            new GeneratorReport.StallTotals(0, 0, 0),
            new GeneratorReport.ProcessUsage(0, 0, 0),
            null,
            null,
            null,
            List.of());

    assertThat(
            SummaryTable.render(
                Samples.run("throughput").withGenerator(unknown), null, List.of(), false, PLAIN))
        .startsWith("generator not judged: without a schedule it is never late, and ");
  }

  @Test
  void transportThatIsLessExactIsNamed() {
    RunSummary run = Samples.run("fixed");
    GeneratorReport generator = run.generator();
    GeneratorReport overNio =
        new GeneratorReport(
            generator.verdict(),
            generator.lateness(),
            generator.stalls(),
            generator.usage(),
            generator.utilisation(),
            null,
            "nio",
            List.of());

    assertThat(SummaryTable.render(run.withGenerator(overNio), null, List.of(), false, PLAIN))
        .startsWith("generator ok: lateness p99 12.3 µs, max 1.20 ms (NIO transport)\n");
  }

  @Test
  void saysInItsFirstLineThatTheGeneratorIsToBlameInPart() {
    RunSummary run = Samples.run("fixed");
    String finding = "of what the slowest took too long, a third";

    String table =
        SummaryTable.render(
            run.withGenerator(run.generator().withBlame(0.33, finding)),
            null,
            List.of(),
            false,
            PLAIN);

    assertThat(table.lines().limit(2))
        .containsExactly(
            "generator on schedule, but it caused part of the slow time: lateness p99 12.3 µs, max 1.20 ms",
            "  - " + finding);
  }

  @Test
  void balanceHasTheOperationsOfALostMachine() {
    RunSummary run = Samples.run("fixed");
    RunSummary.Results results = run.results();
    RunSummary lost =
        new RunSummary(
            run.heading(),
            run.execution(),
            new RunSummary.Results(
                results.operations(),
                results.total(),
                results.balance().plus(new Balance(1_234, 0, 0, 0, 0, 0, 1_234L)),
                results.warmup(),
                results.rate()),
            run.generator(),
            run.failures(),
            run.assertions(),
            run.warnings(),
            run.runDirectory());

    assertThat(SummaryTable.render(lost, null, List.of(), false, PLAIN).replaceAll("\\s+", " "))
        .contains("3,248 intended = 2,000 completed +", "+ 2 never sent + 1,234 unknown warm-up");
  }

  @Test
  void fitsEightyColumns() {
    assertThat(
            SummaryTable.render(
                    Samples.judged(Samples.run("fixed")), null, List.of(), false, TextStyle.PLAIN)
                .lines())
        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
  }

  @Test
  void coloursOnlyWhenAsked() {
    assertThat(SummaryTable.render(Samples.run("fixed"), null, List.of(), false, PLAIN))
        .doesNotContain("\u001b");
    assertThat(
            SummaryTable.render(
                Samples.run("fixed"), null, List.of(), false, new TextStyle(true, 100)))
        .startsWith("\u001b[32mgenerator ok");
  }
}
