package dev.takt.fleet.result;

import dev.takt.load.rules.Assertion;
import dev.takt.load.rules.Distributions;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.AssertionResult;
import dev.takt.runs.model.Balance;
import dev.takt.runs.model.OperationSummary;
import dev.takt.runs.model.Rate;
import dev.takt.runs.model.RunSummary;
import dev.takt.runs.model.RunSummary.JourneySummary;
import dev.takt.runs.model.RunTags.Measure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Judges rules where the outcome of some operations is unknown: with all of them faster than any
/// other and successful, and with all of them slower than any other and failed. What holds in both
/// cases, or is broken in both, is decided.
final class LostBounds {

  /// A time that no operation takes.
  private static final long ENDLESS_NANOS = Long.MAX_VALUE;

  private final RunSummary measured;
  private final Distributions known;
  private final LostUsers users;
  private final RunSummary best;
  private final RunSummary worst;

  /// @param measured with the lost operations in its balances
  /// @param known the times of the operations whose outcome is known
  /// @param users those of journeys, whose lost steps are in no balance
  /// @param measuredNanos how long the measured part of the schedule was
  LostBounds(RunSummary measured, Distributions known, LostUsers users, long measuredNanos) {
    this.measured = measured;
    this.known = known;
    this.users = users;
    best = best();
    worst = worst(measuredNanos);
  }

  /// The verdicts with regard to the lost operations.
  ///
  /// @param rules the rules
  /// @param judged the verdicts on what is known, in the same order
  List<AssertionResult> judge(List<Assertion> rules, List<AssertionResult> judged) {
    List<AssertionResult> results = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      results.add(judge(rules.get(i), judged.get(i)));
    }
    return List.copyOf(results);
  }

  private AssertionResult judge(Assertion rule, AssertionResult plain) {
    if (isOfGroupBalance(rule) && plain.undecided() == null) {
      return new AssertionResult(
          plain.rule(),
          plain.actual(),
          plain.broken(),
          plain.withoutGenerator(),
          "the balance of " + rule.operation() + " is not known of a lost machine");
    }
    long lost = lost(rule.operation());
    double least = rule.value(best, with(0)); // a figure even if no outcome is known
    if (lost == 0 || plain.undecided() != null || Double.isNaN(least)) {
      return plain;
    }
    double most =
        isUnbounded(rule) ? Double.POSITIVE_INFINITY : rule.value(worst, with(ENDLESS_NANOS));
    double low = Math.min(least, most);
    double high = Math.max(least, most);
    String range = range(rule, low, high, " to ");
    boolean isBroken = rule.isBrokenBy(low);
    if (isBroken == rule.isBrokenBy(high)) {
      return new AssertionResult(plain.rule(), range, isBroken, plain.withoutGenerator(), null);
    }
    String between =
        range.startsWith("at least") ? range : "between " + range(rule, low, high, " and ");
    return new AssertionResult(
        plain.rule(),
        range,
        plain.broken(),
        plain.withoutGenerator(),
        rule.subject()
            + " "
            + between
            + ", because the outcome of "
            + unknown(rule.operation(), lost)
            + " is unknown");
  }

  private boolean isOfGroupBalance(Assertion rule) {
    String operation = rule.operation();
    boolean isOfBalance =
        rule.figure() instanceof Assertion.Figure.ErrorCount
            || rule.figure() instanceof Assertion.Figure.ErrorShare;
    return operation != null && isOfBalance && users.isGroup(operation);
  }

  /// Whether the lost operations reach beyond the recorded ones. A mean has no upper bound.
  private boolean isUnbounded(Assertion rule) {
    return rule.isTime()
        && (rule.figure() instanceof Assertion.Figure.Mean
            || rule.value(worst, with(ENDLESS_NANOS)) >= endless());
  }

  private static double endless() {
    LatencyHistogram histogram = new LatencyHistogram();
    histogram.record(ENDLESS_NANOS);
    return histogram.max();
  }

  /// `12 to 19 ms`, or `at least 12 ms`.
  private static String range(Assertion rule, double low, double high, String between) {
    String from = rule.text(low);
    if (Double.isInfinite(high)) {
      return "at least " + from;
    }
    String to = rule.text(high);
    if (from.equals(to)) {
      return to;
    }
    String unit = to.substring(Math.max(0, to.lastIndexOf(' ')));
    boolean isSameUnit = unit.startsWith(" ") && from.endsWith(unit);
    return (isSameUnit ? from.substring(0, from.length() - unit.length()) : from) + between + to;
  }

  private String unknown(@Nullable String operation, long lost) {
    long lostUsers = users.users(operation);
    return lostUsers == 0 ? LostShare.operations(lost) : LostShare.users(lostUsers);
  }

  /// How many operations have an unknown outcome; of journeys, how many at most.
  private long lost(@Nullable String operation) {
    long operations =
        operation == null
            ? measured.results().balance().lost()
            : measured.results().operations().stream()
                .filter(each -> each.name().equals(operation))
                .mapToLong(each -> each.balance().lost())
                .sum();
    return operations + users.mostSteps(operation);
  }

  /// The times if each lost operation had taken this long.
  private Distributions with(long nanos) {
    return new Distributions() {
      @Override
      public LatencyHistogram of(@Nullable String operation, Measure measure) {
        return withLost(known.of(operation, measure), operation);
      }

      @Override
      public LatencyHistogram withTimeouts(@Nullable String operation, Measure measure) {
        return withLost(known.withTimeouts(operation, measure), operation);
      }

      private LatencyHistogram withLost(LatencyHistogram recorded, @Nullable String operation) {
        LatencyHistogram all = new LatencyHistogram();
        all.add(recorded);
        all.record(nanos, lost(operation));
        return all;
      }
    };
  }

  /// The counts if each lost operation had succeeded. Those of lost users are in no balance yet.
  private RunSummary best() {
    return with(
        (name, each) -> plus(each, users.mostSteps(name), 0),
        each -> plus(each, 0, 0),
        measured.results().rate());
  }

  /// The counts if each lost operation had failed, and the rate if each had been answered, or if
  /// each lost user had begun. A user fails once at most.
  private RunSummary worst(long measuredNanos) {
    Rate rate = measured.results().rate();
    long arrivals = measured.results().balance().lost() + users.users(null);
    double more = arrivals / (Math.max(1, measuredNanos) / 1e9);
    return with(
        (name, each) -> {
          long lostUsers = users.users(name);
          return plus(each, lostUsers, lostUsers + each.lost());
        },
        each -> plus(each, 0, each.lost()),
        new Rate(rate.intended(), rate.achieved() + more));
  }

  /// Adds steps of lost users, and failures among what is lost.
  private static Balance plus(Balance each, long steps, long failures) {
    long lost = each.lost() + steps - failures;
    return new Balance(
        each.intended() + steps,
        each.completed() + lost,
        each.failed() + failures,
        each.timedOut(),
        each.unfinished(),
        each.neverSent());
  }

  /// @param balances of operations, by name, and of all
  /// @param ofUsers those of journeys
  private RunSummary with(
      BiFunction<@Nullable String, Balance, Balance> balances,
      UnaryOperator<Balance> ofUsers,
      Rate rate) {
    RunSummary.Results results = measured.results();
    return new RunSummary(
        measured.heading(),
        measured.execution(),
        new RunSummary.Results(
            results.operations().stream()
                .map(each -> with(each, balances.apply(each.name(), each.balance())))
                .toList(),
            results.total(),
            balances.apply(null, results.balance()),
            results.warmup(),
            rate,
            results.allocation(),
            results.counters(),
            results.allJourneys().stream()
                .map(each -> with(each, ofUsers.apply(each.balance())))
                .toList()),
        measured.generator(),
        measured.failures(),
        measured.assertions(),
        measured.warnings(),
        measured.runDirectory());
  }

  private static JourneySummary with(JourneySummary each, Balance balance) {
    return new JourneySummary(
        each.name(),
        each.response(),
        each.service(),
        each.waiting(),
        balance,
        each.aborted(),
        each.steps(),
        each.groups());
  }

  private static OperationSummary with(OperationSummary each, Balance balance) {
    return new OperationSummary(
        each.name(), each.response(), each.service(), each.waiting(), balance, each.statuses());
  }
}
