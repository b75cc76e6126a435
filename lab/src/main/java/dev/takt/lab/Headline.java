package dev.takt.lab;

import dev.takt.explain.Explanation;
import dev.takt.explain.Explanation.CauseRow;
import dev.takt.explain.Explanation.Percentiles;
import dev.takt.explain.attribution.classify.Cause;
import dev.takt.load.rules.RuleJudge;
import dev.takt.report.text.CauseName;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.Distribution;
import dev.takt.runs.model.GeneratorReport.Verdict;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.Heading;
import dev.takt.runs.model.RunSummary.MainCause;
import dev.takt.runs.text.Units;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The result of a run in a few sentences, what matters most first: that nothing succeeded, that
/// the schedule was missed, that the generator decides the result; then the latency and its main
/// cause.
public final class Headline {

  /// A cause of a smaller share is not the main cause.
  private static final double MIN_MAIN_SHARE = 0.25;

  /// From this share on, the generator decides the result.
  private static final double DECISIVE_SHARE = 0.5;

  /// A smaller part of the generator is not named.
  private static final double MIN_NAMED_SHARE = 0.001;

  /// Fewer operations have no p99.9.
  private static final long MIN_COUNT_FOR_P999 = 1000;

  /// A percentile that would be lower by less than this is not an effect.
  private static final double MIN_EFFECT = 0.1;

  private final RunSummary run;
  private final @Nullable Explanation explanation;
  private final @Nullable CauseRow main;

  private Headline(RunSummary run, @Nullable Explanation explanation) {
    this.run = run;
    this.explanation = explanation;
    this.main = explanation == null ? null : mainCause(explanation).orElse(null);
  }

  /// The headline of a run that has been judged.
  ///
  /// @param explanation null if the run was not watched
  /// @param doubt why the schedule counts as missed; null if it was kept
  public static Heading of(
      RunSummary run, @Nullable Explanation explanation, @Nullable String doubt) {
    Headline headline = new Headline(run, explanation);
    return Heading.of(headline.text(doubt), headline.main(), headline.isGeneratorDecisive());
  }

  /// The cause with the largest part of the slow time, if that is at least a quarter.
  private static Optional<CauseRow> mainCause(Explanation explanation) {
    return explanation.causes().stream()
        .filter(each -> each.without() != null)
        .max(Comparator.comparingLong(each -> each.excess().nanos()))
        .filter(each -> share(each, explanation) >= MIN_MAIN_SHARE);
  }

  private static double share(CauseRow cause, Explanation explanation) {
    return explanation.slowTimeShare(cause.excess().nanos());
  }

  private @Nullable MainCause main() {
    if (main == null || main.without() == null || explanation == null) {
      return null;
    }
    return new MainCause(
        CauseName.of(main.cause()),
        main.cause().side(),
        share(main, explanation),
        main.without().p99(),
        main.without().p999());
  }

  private String text(@Nullable String doubt) {
    List<String> sentences = new ArrayList<>();
    String failed = NothingCompleted.headline(run);
    if (failed != null) {
      sentences.add(failed);
    }
    if (doubt != null) {
      sentences.add(doubt);
    }
    if (isGeneratorDecisive()) {
      sentences.add(generator());
    }
    if (failed == null) {
      sentences.add(percentiles() + "; " + outcomes());
      rules().ifPresent(sentences::add);
      cause().ifPresent(sentences::add);
    }
    return String.join(". ", sentences) + ".";
  }

  /// Whether the generator's own fault decides the result, and so leads. With rules: if it leaves
  /// one undecided, and none is broken. Without rules: if it was at fault, however little that
  /// cost, or lost half of the slow time.
  private boolean isGeneratorDecisive() {
    boolean isAtFault = run.generator().verdict() != Verdict.OK || isMostlyOfGenerator();
    return run.assertions().isEmpty()
        ? isAtFault
        : !run.hasBrokenRule() && (isAtFault ? run.hasUndecidedRule() : undecided().isPresent());
  }

  private boolean isMostlyOfGenerator() {
    return explanation != null && generatorShare(explanation) >= DECISIVE_SHARE;
  }

  /// Why the generator leaves a rule undecided, although it was on schedule.
  private Optional<String> undecided() {
    return run.assertions().stream()
        .map(AssertionResult::undecided)
        .filter(why -> why != null && !why.equals(RuleJudge.MISSED))
        .findFirst();
  }

  private static double generatorShare(Explanation explanation) {
    return explanation.causes().stream()
        .filter(each -> each.cause().isInGenerator())
        .mapToDouble(each -> share(each, explanation))
        .sum();
  }

  private String generator() {
    Verdict verdict = run.generator().verdict();
    if (verdict == Verdict.OK && !isMostlyOfGenerator()) {
      return "A rule is undecided: " + undecided().orElseThrow();
    }
    String fault =
        switch (verdict) {
          case OK -> "The generator was on schedule, but caused most of the slow time";
          case LATE -> "The generator was late";
          case STALLED -> "The generator was stalled";
          case SATURATED -> "The generator was saturated";
        };
    return explanation == null || isMostlyOfGenerator()
        ? fault + ": " + NothingCompleted.advice(run)
        : fault + smallPart(explanation) + ": the times are not the target's alone";
  }

  private static String smallPart(Explanation explanation) {
    double share = generatorShare(explanation);
    return share < MIN_NAMED_SHARE
        ? ""
        : ", and caused " + Units.percent(share) + " of the slow time";
  }

  private String percentiles() {
    OperationSummary total = run.results().total();
    boolean isResponse = run.execution().mode().equals("fixed") && total.response() != null;
    Distribution of = isResponse && total.response() != null ? total.response() : total.service();
    String last =
        of.count() < MIN_COUNT_FOR_P999
            ? "max " + Units.time(of.max())
            : "p99.9 " + Units.time(of.p999());
    return (isResponse ? "" : "service time ")
        + "p50 "
        + Units.time(of.p50())
        + ", p99 "
        + Units.time(of.p99())
        + ", "
        + last;
  }

  private String outcomes() {
    Balance balance = run.results().balance();
    long intended = balance.intended();
    if (balance.completed() == intended) {
      return intended == 1
          ? "the only operation succeeded"
          : "all " + Units.count(intended) + " operations succeeded";
    }
    return Units.count(balance.completed())
        + " of "
        + Units.count(intended)
        + " operations succeeded ("
        + NothingCompleted.outcomes(balance)
        + ")";
  }

  private Optional<String> rules() {
    long broken = run.assertions().stream().filter(Headline::isBroken).count();
    return broken == 0
        ? Optional.empty()
        : Optional.of(
            broken == 1 ? "A rule was broken" : Units.count(broken) + " rules were broken");
  }

  private static boolean isBroken(AssertionResult rule) {
    return rule.broken() && rule.undecided() == null;
  }

  private Optional<String> cause() {
    if (explanation == null || explanation.operations().slow() == 0) {
      return Optional.empty();
    }
    if (main != null && main.without() != null) {
      return Optional.of(caused(main, main.without(), explanation));
    }
    if (explanation.isMostlyUnexplainedWait()) {
      return Optional.of(busyConnections(explanation));
    }
    double unexplained = explanation.slowTimeShare(explanation.unexplained().excess().nanos());
    return Optional.of(
        unexplained >= DECISIVE_SHARE
            ? "No stall explains " + Units.percent(unexplained) + " of the slow time"
            : "No single cause made a quarter of the slow time");
  }

  /// What it means that most of the slow time was waited for a connection, and no stall shows why.
  public static String busyConnections(Explanation explanation) {
    int count = explanation.operations().servers();
    String connections =
        switch (count) {
          case 0 -> "All connections were";
          case 1 -> "The only connection was";
          default -> "All " + count + " connections were";
        };
    return connections
        + " busy most of the time, without a stall: the target is slower than the schedule";
  }

  private static String caused(CauseRow row, Percentiles without, Explanation explanation) {
    Percentiles with = explanation.percentiles();
    boolean isSeenAtP99 = without.p99() <= (1 - MIN_EFFECT) * with.p99();
    String p999 = Units.time(without.p999());
    boolean isSameAtP999 = p999.equals(Units.time(with.p999()));
    String kind = CauseWords.of(row.cause().kind());
    return kind
        + place(row.cause(), row.stalls().machine())
        + " caused "
        + Units.percent(share(row, explanation))
        + " of the slow time; without "
        + (kind.endsWith("s") ? "them" : "it")
        + (isSeenAtP99
            ? " p99 would be " + Units.time(without.p99())
            : " p99.9 would be " + (isSameAtP999 ? "the same" : p999));
  }

  /// @param machine the machine of a fleet; null in a run of one machine
  private static String place(Cause cause, @Nullable String machine) {
    String side =
        switch (cause.side()) {
          case TARGET -> " in the target";
          case GENERATOR -> " in the generator" + (machine == null ? "" : " of " + machine);
          case HOST -> machine == null ? " on the host" : " on " + machine;
        };
    String detail = CauseName.detail(cause);
    return detail == null ? side : side + " (" + detail + ")";
  }
}
