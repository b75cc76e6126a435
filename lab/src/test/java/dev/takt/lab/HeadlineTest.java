package dev.takt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.AnalysedOperations;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.CauseStalls;
import dev.takt.explain.Explanation.Certainty;
import dev.takt.explain.Explanation.Excess;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.Explanation.Unexplained;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.load.rules.RuleJudge;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.Heading;
import dev.takt.runs.model.RunSummary.MainCause;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.testing.InEachLocale;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@InEachLocale
class HeadlineTest {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final Balance GOOD = new Balance(20_000, 20_000, 0, 0, 0, 0);
  private static final String FIGURES =
      "p50 610 µs, p99 1.70 ms, p99.9 28.6 ms; all 20,000 operations succeeded.";
  private static final Cause GC = new Cause(Side.TARGET, StallKind.GC_PAUSE, null);

  @Test
  void sentenceHasFiguresAndTheMainCause() {
    assertThat(headline(run(), explanation(row(GC, 91, 740 * MICRO, 900 * MICRO))))
        .isEqualTo(
            FIGURES
                + " GC pauses in the target caused 91 % of the slow time; without them p99 would be"
                + " 740 µs.");
  }

  @Test
  void mainCauseIsThatOfTheLargestShareOnWhicheverSide() {
    CauseRow small = row(new Cause(Side.GENERATOR, StallKind.RUN_QUEUE, "java"), 30, 1, 1);
    CauseRow large =
        row(new Cause(Side.HOST, StallKind.MEMORY_PRESSURE, null), 60, 900 * MICRO, MILLI);

    assertThat(Headline.of(run(), explanation(small, large), null).mainCause())
        .isEqualTo(new MainCause("memory pressure", Side.HOST, 0.6, 900 * MICRO, MILLI));
    assertThat(headline(run(), explanation(small, large)))
        .endsWith(
            " Memory pressure on the host caused 60 % of the slow time; without it p99 would be 900"
                + " µs.");
  }

  @Test
  void causeOnOneMachineOfAFleetNamesIt() {
    Cause stop = new Cause(Side.GENERATOR, StallKind.STOPPED, "sh");
    Cause memory = new Cause(Side.HOST, StallKind.MEMORY_PRESSURE, null);

    assertThat(headline(run(), explanation(row(stop, "m2", 60, 900 * MICRO, 2 * MILLI))))
        .contains(" Signal stops in the generator of m2 (sh) caused 60 % of the slow time;");
    assertThat(headline(run(), explanation(row(memory, "m2", 60, 900 * MICRO, 2 * MILLI))))
        .contains(" Memory pressure on m2 caused 60 % of the slow time;");
  }

  @Test
  void effectBeyondP99IsShownAtP999() {
    Cause lock = new Cause(Side.TARGET, StallKind.LOCK_WAIT, "Orders");

    assertThat(headline(run(), explanation(row(lock, 50, 1_600 * MICRO, 2 * MILLI))))
        .endsWith(
            " Lock waits in the target (Orders) caused 50 % of the slow time; without them"
                + " p99.9 would be 2.00 ms.");
  }

  /// Another cause covers the same time.
  @Test
  void causeWithoutEffectSaysSo() {
    Cause lock = new Cause(Side.TARGET, StallKind.LOCK_WAIT, "Orders");

    assertThat(headline(run(), explanation(row(lock, 50, 1_690 * MICRO, 28_600 * MICRO))))
        .endsWith("caused 50 % of the slow time; without them p99.9 would be the same.");
  }

  @Test
  void smallCausesAreNotNamed() {
    assertThat(headline(run(), explanation(row(GC, 24, 1, 1), row(GC, 23, 1, 1))))
        .isEqualTo(FIGURES + " No stall explains 53 % of the slow time.");
    assertThat(
            headline(run(), explanation(row(GC, 24, 1, 1), row(GC, 24, 1, 1), row(GC, 20, 1, 1))))
        .isEqualTo(FIGURES + " No single cause made a quarter of the slow time.");
    assertThat(Headline.of(run(), explanation(row(GC, 24, 1, 1)), null).mainCause()).isNull();
  }

  @Test
  void busyConnectionsAreTheTargetsSlowness() {
    Explanation busy =
        new Explanation(
            new AnalysedOperations(true, 16, 20_000, 400),
            new Excess(100 * MILLI, 0, 0),
            new Percentiles(1_700 * MICRO, 28_600 * MICRO),
            null,
            List.of(),
            new Unexplained(1, new Excess(90 * MILLI, 0, 0), 60 * MILLI),
            List.of(),
            List.of());

    assertThat(headline(run(), busy))
        .isEqualTo(
            FIGURES
                + " All 16 connections were busy most of the time, without a stall: the target is"
                + " slower than the schedule.");
  }

  @Test
  void withoutWatchingThereAreOnlyFigures() {
    assertThat(headline(run(), null)).isEqualTo(FIGURES);
  }

  @Test
  void failuresOfAllAndAMissedScheduleComeFirst() {
    RunSummary failed = run("fixed", new Balance(60, 0, 60, 0, 0, 0), Verdict.OK);
    assertThat(headline(failed, null)).isEqualTo("ALL 60 OPERATIONS FAILED: status 500.");

    assertThat(Headline.of(run(), null, "SCHEDULE MISSED: half").headline())
        .isEqualTo("SCHEDULE MISSED: half. " + FIGURES);
  }

  @Test
  void someFailuresAreCounted() {
    assertThat(headline(run("fixed", new Balance(100, 97, 2, 1, 0, 0), Verdict.OK), null))
        .endsWith("; 97 of 100 operations succeeded (2 failed, 1 timed out).");
  }

  @Test
  void generatorLeadsOnlyWhereItDecides() {
    CauseRow own = row(new Cause(Side.GENERATOR, StallKind.STOPPED, null), 50, MILLI, MILLI);
    CauseRow ownSmall = row(new Cause(Side.GENERATOR, StallKind.STOPPED, null), 5, MILLI, MILLI);
    RunSummary late = run("fixed", GOOD, Verdict.LATE);

    assertThat(headline(late, null))
        .startsWith("The generator was late: do not blame the target. ");
    assertThat(headline(late, explanation(own))).startsWith("The generator was late: do not");
    assertThat(headline(run(), explanation(own)))
        .startsWith(
            "The generator was on schedule, but caused most of the slow time: do not blame");
    assertThat(Headline.of(late, explanation(own), null).generatorDecides()).isTrue();
    Heading small = Headline.of(run(), explanation(row(GC, 90, MILLI, MILLI), ownSmall), null);
    assertThat(small.headline()).startsWith(FIGURES);
    assertThat(small.generatorDecides()).isFalse();
  }

  /// The exit code of such a run is 5.
  @Test
  void smallFaultLeadsWhereItDecides() {
    CauseRow own = row(new Cause(Side.GENERATOR, StallKind.STOPPED, null), 5, MILLI, MILLI);
    RunSummary late = run("fixed", GOOD, Verdict.LATE);

    Heading part = Headline.of(late, explanation(row(GC, 90, MILLI, MILLI), own), null);
    assertThat(part.headline())
        .startsWith(
            "The generator was late, and caused 5 % of the slow time: the times are not the"
                + " target's alone. "
                + FIGURES
                + " GC pauses in the target caused 90 %");
    assertThat(part.generatorDecides()).isTrue();
    assertThat(headline(late, explanation(row(GC, 90, MILLI, MILLI))))
        .startsWith("The generator was late: the times are not the target's alone. " + FIGURES);
  }

  @Test
  void generatorLeadsWhereItLeavesTheRulesUndecided() {
    RunSummary stalled = run("fixed", GOOD, Verdict.STALLED);
    Explanation gc = explanation(row(GC, 90, MILLI, MILLI));
    var broken = new AssertionResult("p99 > 1ms", "1.70 ms", true, "1.50 ms", null);
    var kept = new AssertionResult("p50 > 9ms", "0.45 ms", false);
    var open = new AssertionResult("p99 > 1.6ms", "1.70 ms", true, "1.50 ms", "only the share");
    var missed = new AssertionResult("rate < 9", "8", true, null, RuleJudge.MISSED);

    Heading decided = judged(stalled, null, broken, kept);
    assertThat(decided.generatorDecides()).isFalse();
    assertThat(decided.headline()).startsWith("p50 ").endsWith(" A rule was broken.");
    Heading undecided = judged(stalled, null, kept, open);
    assertThat(undecided.generatorDecides()).isTrue();
    assertThat(undecided.headline()).startsWith("The generator was stalled: ");
    assertThat(judged(stalled, gc, kept, missed).generatorDecides()).isTrue();
    Heading failed = judged(stalled, null, broken, open);
    assertThat(failed.generatorDecides()).isFalse();
    assertThat(failed.headline()).startsWith("p50 ").endsWith(" A rule was broken.");

    Heading onTime = judged(run(), gc, kept, open);
    assertThat(onTime.generatorDecides()).isTrue();
    assertThat(onTime.headline()).startsWith("A rule is undecided: only the share. p50 ");
    assertThat(judged(run(), gc, kept, missed).generatorDecides()).isFalse();
  }

  private static Heading judged(
      RunSummary run, @Nullable Explanation explanation, AssertionResult... rules) {
    return Headline.of(run.withAssertions(List.of(rules)), explanation, null);
  }

  @Test
  void brokenRulesAreNamed() {
    RunSummary judged =
        run()
            .withAssertions(
                List.of(
                    new AssertionResult("p99 > 1ms", "1.70 ms", true),
                    new AssertionResult("p50 > 1ms", "610 µs", false)));

    assertThat(headline(judged, null)).isEqualTo(FIGURES + " A rule was broken.");
  }

  @Test
  void serviceTimeIsCalledSo() {
    assertThat(headline(run("throttle", GOOD, Verdict.OK), null))
        .startsWith("service time p50 305 µs, p99 850 µs, p99.9 14.3 ms;");
  }

  private static String headline(RunSummary run, @Nullable Explanation explanation) {
    return String.valueOf(Headline.of(run, explanation, null).headline());
  }

  private static CauseRow row(Cause cause, int percent, long p99, long p999) {
    return row(cause, null, percent, p99, p999);
  }

  private static CauseRow row(
      Cause cause, @Nullable String machine, int percent, long p99, long p999) {
    return new CauseRow(
        cause,
        new CauseStalls(3, MILLI, machine),
        10,
        new Excess(percent * MILLI, 0, 0),
        0,
        0,
        Certainty.EXACT,
        new Percentiles(p99, p999));
  }

  /// Of 100 ms of slow time; what the causes do not have is unexplained service time.
  private static Explanation explanation(CauseRow... rows) {
    long explained = 0;
    for (CauseRow each : rows) {
      explained += each.excess().nanos();
    }
    return new Explanation(
        new AnalysedOperations(true, 16, 20_000, 400),
        new Excess(100 * MILLI, 0, 0),
        new Percentiles(1_700 * MICRO, 28_600 * MICRO),
        null,
        List.of(rows),
        new Unexplained(1, new Excess(100 * MILLI - explained, 0, 0), 0),
        List.of(),
        List.of());
  }

  private static RunSummary run() {
    return run("fixed", GOOD, Verdict.OK);
  }

  private static RunSummary run(String mode, Balance balance, Verdict verdict) {
    Distribution response =
        new Distribution(
            20_000, 1, 610 * MICRO, MILLI, 1_700 * MICRO, 28_600 * MICRO, 0, 39 * MILLI);
    Distribution service =
        new Distribution(20_000, 1, 305 * MICRO, MILLI, 850 * MICRO, 14_300 * MICRO, 0, 39 * MILLI);
    OperationSummary total =
        new OperationSummary("all", response, service, response, balance, null);
    return new RunSummary(
        RunSummary.Heading.NONE,
        new RunSummary.Execution(mode, "http://127.0.0.1/", null, true, 20_000_000_000L),
        new RunSummary.Results(
            List.of(total), total, balance, new Balance(0, 0, 0, 0, 0, 0), new Rate(1000.0, 1000)),
        new GeneratorReport(
            verdict,
            null,
            new GeneratorReport.StallTotals(0, 0, 0),
            new GeneratorReport.ProcessUsage(0, 0, 0),
            null,
            null,
            null,
            List.of()),
        new RunSummary.Failures(Map.of("status 500", 60L), null),
        List.of(),
        List.of(),
        "takt-runs/1");
  }
}
