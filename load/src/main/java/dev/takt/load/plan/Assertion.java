package dev.takt.load.plan;

import dev.takt.load.engine.Distributions;
import dev.takt.load.engine.RateMode;
import dev.takt.load.text.Units;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.AssertionResult;
import dev.takt.runs.Balance;
import dev.takt.runs.OperationSummary;
import dev.takt.runs.RunSummary;
import dev.takt.runs.RunTags.Measure;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A rule of `--fail-if`: what must not be true of a run.
///
/// `[OPERATION.][response.|service.|wait.]FIGURE COMPARISON LIMIT`, such as `p99 > 20ms`,
/// `read.service.p99.9 >= 50ms`, `errors > 0.1%`, `rate < 990/s`, `lateness-p99 > 1ms`. The measure
/// that is not named is the mode's headline. Operations that timed out count with the time they had
/// taken by then.
///
/// @param rule as it was given, without white space around it
/// @param operation the operation that it is about; null for all together
/// @param measure null for the mode's headline
/// @param figure what is compared
/// @param comparison how
/// @param limit in nanoseconds, as a share, a count or a rate per second, as the figure has it
public record Assertion(
    String rule,
    @Nullable String operation,
    @Nullable Measure measure,
    Figure figure,
    Comparison comparison,
    double limit) {

  /// What a rule compares.
  public sealed interface Figure {
    /// A percentile, from 0 to 100.
    record Percentile(double percent) implements Figure {}

    /// The mean.
    record Mean() implements Figure {}

    /// The smallest value.
    record Min() implements Figure {}

    /// The greatest value.
    record Max() implements Figure {}

    /// Operations that did not complete, as a share of those that were intended.
    record ErrorShare() implements Figure {}

    /// Operations that did not complete.
    record ErrorCount() implements Figure {}

    /// The achieved rate.
    record AchievedRate() implements Figure {}
  }

  /// How a rule compares.
  public enum Comparison {
    /// More than the limit.
    MORE(">"),
    /// The limit, or more.
    AT_LEAST(">="),
    /// Less than the limit.
    LESS("<"),
    /// The limit, or less.
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

  /// Reads a rule.
  ///
  /// @throws RuleException if it is not understood, with the place in the rule
  public static Assertion parse(String rule) throws RuleException {
    return new RuleParser(rule).parse();
  }

  /// What makes the rule meaningless in a plan, if anything does.
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
              "there is no %s in mode throughput, which has no schedule; use service, or mode fixed",
              measure.lowerCase()));
    }
    return Optional.empty();
  }

  /// The rule that is true of a run exactly where this one is not: `p99 >= 20ms` of `p99 < 20ms`.
  /// It turns what is promised of a run into what fails it.
  public Assertion opposite() {
    Comparison other = comparison.opposite();
    String text = rule.replaceFirst(comparison.sign(), other.sign());
    return new Assertion(text, operation, measure, figure, other, limit);
  }

  /// What is compared, as it was given: `read.service.p99.9`.
  public String subject() {
    return rule.substring(0, rule.indexOf(comparison.sign())).strip();
  }

  /// Whether it compares a time; else errors or the rate.
  public boolean isTime() {
    return switch (figure) {
      case Figure.ErrorShare _, Figure.ErrorCount _, Figure.AchievedRate _ -> false;
      default -> true;
    };
  }

  /// What a run's figure is, in the unit of the limit; not a number if no operation was measured.
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
          run.balance().intended() == 0 ? Double.NaN : run.rate().achieved();
      default -> time(distributions.withTimeouts(operation, effectiveMeasure(run)));
    };
  }

  /// A value, or the limit, as people read it.
  public String text(double value) {
    return switch (figure) {
      case Figure.ErrorCount _ -> Long.toString((long) value);
      case Figure.ErrorShare _ -> Units.percent(value);
      case Figure.AchievedRate _ -> Units.rate(value);
      default -> Units.time(value);
    };
  }

  /// The verdict on a run. A rule about a distribution in which nothing was counted is broken: what
  /// was not measured has not passed.
  public AssertionResult evaluate(RunSummary run, Distributions distributions) {
    double value = value(run, distributions);
    return Double.isNaN(value)
        ? new AssertionResult(rule, "not known: no operation was measured", true)
        : new AssertionResult(rule, text(value), comparison.holds(value, limit));
  }

  private Measure effectiveMeasure(RunSummary run) {
    return measure != null
        ? measure
        : run.mode().equals("fixed") ? Measure.RESPONSE : Measure.SERVICE;
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

  private Balance balance(RunSummary run) {
    return operation == null
        ? run.balance()
        : run.operations().stream()
            .filter(each -> each.name().equals(operation))
            .findFirst()
            .map(OperationSummary::balance)
            .orElse(new Balance(0, 0, 0, 0, 0, 0));
  }

  private static long errors(Balance balance) {
    return balance.failed() + balance.timedOut() + balance.unfinished() + balance.neverSent();
  }
}
