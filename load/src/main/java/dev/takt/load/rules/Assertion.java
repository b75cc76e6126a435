package dev.takt.load.rules;

import dev.takt.load.schedule.RateMode;
import dev.takt.load.text.Texts;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunTags.Measure;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A `--fail-if` rule: a condition that fails the run if it is true.
///
/// Syntax: `[OPERATION.][response.|service.|wait.]FIGURE COMPARISON LIMIT`, such as `p99 > 20ms`,
/// `read.service.p99.9 >= 50ms`, `errors > 0.1%`, `rate < 990/s`, `lateness-p99 > 1ms`, `alloc >
/// 2KB/op`, `page-faults > 5/op`. Without a measure, the rule uses the headline measure of the rate
/// mode. Operations that timed out count with the time that had elapsed when they timed out.
///
/// @param rule its text, without leading and trailing white space
/// @param operation the operation, journey or group it applies to; null for all operations together
/// @param measure null for the headline measure of the rate mode
/// @param figure what is compared
/// @param comparison how it is compared
/// @param limit in nanoseconds, as a share, as a count, as a rate per second or in bytes, depending
///   on the figure
public record Assertion(
    String rule,
    @Nullable String operation,
    @Nullable Measure measure,
    Figure figure,
    Comparison comparison,
    double limit) {

  /// What a rule compares.
  public sealed interface Figure
      permits Figure.Percentile,
          Figure.Mean,
          Figure.Min,
          Figure.Max,
          Figure.ErrorShare,
          Figure.ErrorCount,
          Figure.AchievedRate,
          TargetFigure {
    /// A percentile, from 0 to 100.
    record Percentile(double percent) implements Figure {}

    /// The mean.
    record Mean() implements Figure {}

    /// The minimum.
    record Min() implements Figure {}

    /// The maximum.
    record Max() implements Figure {}

    /// Operations that did not complete, as a share of the intended operations.
    record ErrorShare() implements Figure {}

    /// Operations that did not complete.
    record ErrorCount() implements Figure {}

    /// The achieved rate.
    record AchievedRate() implements Figure {}
  }

  /// How a rule compares.
  public enum Comparison {
    /// Greater than the limit.
    MORE(">"),
    /// Greater than or equal to the limit.
    AT_LEAST(">="),
    /// Less than the limit.
    LESS("<"),
    /// Less than or equal to the limit.
    AT_MOST("<=");

    private final String sign;

    Comparison(String sign) {
      this.sign = sign;
    }

    String sign() {
      return sign;
    }

    private Comparison opposite() {
      return switch (this) {
        case MORE -> AT_MOST;
        case AT_LEAST -> LESS;
        case LESS -> AT_LEAST;
        case AT_MOST -> MORE;
      };
    }

    boolean holds(double value, double limit) {
      return switch (this) {
        case MORE -> value > limit;
        case AT_LEAST -> value >= limit;
        case LESS -> value < limit;
        case AT_MOST -> value <= limit;
      };
    }
  }

  /// How a generator that is late, or is stopped for a while, can change what a rule says.
  public enum GeneratorEffect {
    /// Not at all: the rule is about the generator itself, or about each operation that was sent.
    NONE,
    /// It can break the rule, and nothing else: upper bounds on response and wait time, which it
    /// only makes longer, and lower bounds on the rate, which it only makes lower.
    BREAKS,
    /// It can also make the rule hold, because less load reaches the target: all others.
    BREAKS_OR_HIDES
  }

  /// Parses a rule.
  ///
  /// @throws RuleException on a syntax error; its message shows the position in the rule
  public static Assertion parse(String rule) throws RuleException {
    return new RuleParser(rule).parse();
  }

  /// Why the rule makes no sense in a plan with this mode; empty if it does.
  ///
  /// @param operations the names of the operations and journeys
  public Optional<String> mistake(RateMode mode, List<String> operations) {
    if (operation != null && !operations.contains(operation)) {
      return Optional.of(
          EnglishText.format(
              "the plan has no operation %s%s",
              Texts.quoted(operation), Texts.didYouMean(operation, operations)));
    }
    if (measure != null && measure != Measure.SERVICE && !mode.hasSchedule()) {
      return Optional.of(
          EnglishText.format(
              "there is no %s in mode %s%s; use service, or mode fixed",
              measure.lowerCase(),
              mode.lowerCase(),
              mode.isClosed() ? " without think times" : ", which has no schedule"));
    }
    return Optional.empty();
  }

  /// The negated rule, which is true of exactly the other runs: `p99 >= 20ms` for `p99 < 20ms`.
  /// Turns a guarantee into the condition that fails the run.
  public Assertion opposite() {
    Comparison other = comparison.opposite();
    String text = rule.replaceFirst(comparison.sign(), other.sign());
    return new Assertion(text, operation, measure, figure, other, limit);
  }

  /// What is compared, as written in the rule: `read.service.p99.9`.
  public String subject() {
    return rule.substring(0, rule.indexOf(comparison.sign())).strip();
  }

  /// Whether it compares a time, rather than errors or the rate.
  public boolean isTime() {
    return switch (figure) {
      case Figure.ErrorShare _, Figure.ErrorCount _, Figure.AchievedRate _, TargetFigure _ -> false;
      default -> true;
    };
  }

  /// Why what is known of the target decides neither that the rule is broken nor that it holds;
  /// empty if it does, and for rules that are not about the target.
  Optional<String> uncertainty(RunSummary run) {
    if (!(figure instanceof TargetFigure target)) {
      return Optional.empty();
    }
    TargetFigure.Known known = target.of(run.results());
    if (known == null) {
      return Optional.of(target.unknown());
    }
    return isBrokenBy(known.atLeast()) == isBrokenBy(known.atMost())
        ? Optional.empty()
        : Optional.of(
            Double.isInfinite(known.atMost())
                ? "it is at least " + text(known.atLeast())
                : "it is between " + text(known.atLeast()) + " and " + text(known.atMost()));
  }

  /// How the generator can change what this rule says of a run.
  public GeneratorEffect generatorEffect(RunSummary run) {
    boolean isUpperBound = comparison == Comparison.MORE || comparison == Comparison.AT_LEAST;
    boolean isOnlyBroken =
        switch (figure) {
          case Figure.AchievedRate _ -> !isUpperBound;
          case Figure.ErrorShare _, Figure.ErrorCount _, TargetFigure _ -> false;
          default -> isUpperBound && effectiveMeasure(run) != Measure.SERVICE;
        };
    boolean isIndependent = figure instanceof TargetFigure target && target.isIndependentOfLoad();
    if (measure == Measure.LATENESS || isIndependent) {
      return GeneratorEffect.NONE;
    }
    return isOnlyBroken ? GeneratorEffect.BREAKS : GeneratorEffect.BREAKS_OR_HIDES;
  }

  /// Whether a value breaks the rule; NaN does not.
  public boolean isBrokenBy(double value) {
    return comparison.holds(value, limit);
  }

  /// The run's figure in the unit of the limit; NaN if no operation was measured.
  public double value(RunSummary run, Distributions distributions) {
    return switch (figure) {
      case Figure.ErrorCount _ -> {
        Balance balance = balance(run);
        yield balance.intended() == 0 ? Double.NaN : (double) errors(balance);
      }
      case Figure.ErrorShare _ -> {
        Balance balance = balance(run);
        yield (double) errors(balance) / balance.intended();
      }
      case Figure.AchievedRate _ ->
          run.results().balance().intended() == 0 ? Double.NaN : run.results().rate().achieved();
      case TargetFigure target -> {
        TargetFigure.Known known = target.of(run.results());
        yield known == null ? Double.NaN : known.value();
      }
      default -> time(distributions.withTimeouts(operation, effectiveMeasure(run)));
    };
  }

  /// Formats a value, or the limit, for people.
  public String text(double value) {
    return switch (figure) {
      case Figure.ErrorCount _ -> Long.toString((long) value);
      case Figure.ErrorShare _ -> Units.percent(value);
      case Figure.AchievedRate _ -> Units.rate(value);
      case TargetFigure target -> target.text(value);
      default -> Units.time(value);
    };
  }

  /// Evaluates the rule on a run. A rule about an empty distribution fails: without measurements
  /// there is no pass.
  public AssertionResult evaluate(RunSummary run, Distributions distributions) {
    double value = value(run, distributions);
    return Double.isNaN(value)
        ? new AssertionResult(
            rule,
            figure instanceof TargetFigure ? "not known" : "not known: no operation was measured",
            true)
        : new AssertionResult(rule, text(value), comparison.holds(value, limit));
  }

  private Measure effectiveMeasure(RunSummary run) {
    return measure != null
        ? measure
        : run.execution().mode().equals("fixed") ? Measure.RESPONSE : Measure.SERVICE;
  }

  private double time(LatencyHistogram histogram) {
    if (histogram.isEmpty()) {
      return Double.NaN;
    }
    return switch (figure) {
      case Figure.Percentile(double percent) -> (double) histogram.valueAtPercentile(percent);
      case Figure.Mean _ -> histogram.mean();
      case Figure.Min _ -> (double) histogram.min();
      default -> (double) histogram.max();
    };
  }

  /// The journey that the rule is about, as a whole or one of its groups; null for none.
  @Nullable String journey(RunSummary run) {
    return run.results().allJourneys().stream()
        .filter(each -> each.name().equals(operation) || group(each).isPresent())
        .map(JourneySummary::name)
        .findFirst()
        .orElse(null);
  }

  private Balance balance(RunSummary run) {
    if (operation == null) {
      return run.results().balance();
    }
    Stream<Balance> ofOperations =
        run.results().operations().stream()
            .filter(each -> each.name().equals(operation))
            .map(OperationSummary::balance);
    Stream<Balance> ofJourneys =
        run.results().allJourneys().stream()
            .filter(each -> each.name().equals(operation))
            .map(JourneySummary::balance);
    Stream<Balance> ofGroups =
        run.results().allJourneys().stream()
            .flatMap(each -> group(each).stream())
            .map(JourneySummary.Group::balance);
    return Stream.of(ofOperations, ofJourneys, ofGroups)
        .flatMap(each -> each)
        .findFirst()
        .orElse(Balance.NONE);
  }

  /// The group of a journey that the rule is about.
  private Optional<JourneySummary.Group> group(JourneySummary journey) {
    return journey.allGroups().stream()
        .filter(each -> each.operation().equals(operation))
        .findFirst();
  }

  private static long errors(Balance balance) {
    return balance.failed() + balance.timedOut() + balance.unfinished() + balance.neverSent();
  }
}
