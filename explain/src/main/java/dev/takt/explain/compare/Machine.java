package dev.takt.explain.compare;

import dev.takt.explain.compare.Row.Interval;
import dev.takt.runs.RunSummary;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Set;

/// What two sides tell of the machine that they were made on. The generator is the control: where
/// it had the same work on both sides, and this took it more time, a difference between them is
/// nobody's in particular.
///
/// @param baseline the runs of the first side
/// @param candidate those of the second side
/// @param sameWork whether the generators had the same to do, so that their costs can be compared
record Machine(List<Trace> baseline, List<Trace> candidate, boolean sameWork) {

  /// What a run's generator says of itself; NaN where it says nothing.
  ///
  /// @param stalled for which share of the time it stood still: whatever the target did, operations
  ///   that were due then were late
  /// @param cost its processor time in nanoseconds for each operation that was sent
  record Trace(double stalled, double cost) {}

  /// Nothing is known of it.
  static final Machine UNKNOWN = new Machine(List.of(), List.of(), false);

  /// If so much of what lies beyond a percentile can come of it, it decides where that lies.
  private static final double MOST_OF_BEYOND = 0.5;

  /// By how much more the same work costs on a machine that is not the same. On a quiet one,
  /// neighbouring runs of a minute differ by up to 7 %.
  private static final double UNLIKE_COST = 1.1;

  /// By how much more operations are another work.
  private static final double UNLIKE_WORK = 1.05;

  /// By which share of them more that fail they are another work: connections are made anew, and
  /// errors are noted.
  private static final double UNLIKE_FAILURES = 0.01;

  /// To whom operations are sent, and by which dice, does not change what they cost.
  private static final Set<String> NO_OTHER_WORK = Set.of("target", "seed");

  private static final double MICRO = 1e3;

  static Machine of(RunGroup baseline, RunGroup candidate) {
    return new Machine(traces(baseline), traces(candidate), haveSameWork(baseline, candidate));
  }

  private static List<Trace> traces(RunGroup group) {
    return group.runs().stream().map(Machine::trace).toList();
  }

  private static Trace trace(RecordedRun run) {
    RunSummary summary = run.record().summary();
    return summary == null || summary.durationNanos() <= 0
        ? new Trace(Double.NaN, Double.NaN)
        : new Trace(
            (double) summary.generator().stalledNanos() / summary.durationNanos(),
            Costs.ofGenerator(summary));
  }

  /// A schedule has the same number of operations sent in the same time, so that what a second
  /// costs is in both. What the target answers with is not known, but for how often it failed.
  private static boolean haveSameWork(RunGroup baseline, RunGroup candidate) {
    long least = Long.MAX_VALUE;
    long most = 0;
    double leastFailed = 1;
    double mostFailed = 0;
    for (RunGroup group : List.of(baseline, candidate)) {
      for (RecordedRun run : group.runs()) {
        RunSummary summary = run.record().summary();
        if (summary == null || !run.isScheduled()) {
          return false;
        }
        long sent = Costs.sent(summary);
        least = Math.min(least, sent);
        most = Math.max(most, sent);
        double failed = Costs.failed(summary);
        leastFailed = Math.min(leastFailed, failed);
        mostFailed = Math.max(mostFailed, failed);
      }
    }
    return most <= UNLIKE_WORK * least
        && mostFailed - leastFailed <= UNLIKE_FAILURES
        && Changes.ofPlan(baseline, candidate).stream()
            .allMatch(each -> NO_OTHER_WORK.contains(each.what()));
  }

  /// Why a figure's difference cannot be laid at the system; empty if it can. Times only: errors
  /// are no matter of the machine's speed, and a schedule's rate is none either.
  ///
  /// What was quicker on the worse machine is quicker all the more.
  ///
  /// @param interval of the difference
  /// @param a what the first side is called
  /// @param b what the second side is called
  String unlike(Figure figure, Interval interval, String a, String b) {
    if (!(figure instanceof Figure.Percentile percentile)) {
      return "";
    }
    String cost = unlikeCost(interval, a, b);
    return cost.isEmpty() ? unlikeStalls(percentile, interval, a, b) : cost;
  }

  private static boolean isQuickerOnTheWorse(double first, double second, Interval interval) {
    return first < second ? interval.high() < 0 : interval.low() > 0;
  }

  /// Of repeats, each of one side must have cost more than each of the other: where they are mixed,
  /// what the machine does is in the difference between the runs already.
  private String unlikeCost(Interval interval, String a, String b) {
    if (!sameWork) {
      return "";
    }
    double first = meanCost(baseline);
    double second = meanCost(candidate);
    boolean apart = first < second ? areBelow(baseline, candidate) : areBelow(candidate, baseline);
    boolean unlike = Math.max(first, second) > UNLIKE_COST * Math.min(first, second);
    return apart && unlike && !isQuickerOnTheWorse(first, second, interval)
        ? EnglishText.format(
            "the generator took %s of processor time for an operation of %s and %s for one of %s, with the same work to do: the machine (or the generator) was not the same; repeat both in turn, on a machine that does nothing else",
            micros(first), a, micros(second), b)
        : "";
  }

  private static double meanCost(List<Trace> runs) {
    return runs.stream().mapToDouble(Trace::cost).average().orElse(Double.NaN);
  }

  private static boolean areBelow(List<Trace> these, List<Trace> those) {
    return these.stream()
        .allMatch(each -> those.stream().allMatch(other -> each.cost() < other.cost()));
  }

  /// Of sides with a run each. Several tell by themselves how much they differ.
  private String unlikeStalls(Figure.Percentile percentile, Interval interval, String a, String b) {
    if (baseline.size() != 1 || candidate.size() != 1) {
      return "";
    }
    double first = baseline.getFirst().stalled();
    double second = candidate.getFirst().stalled();
    double beyond = Math.min(percentile.percent(), 100 - percentile.percent()) / 100;
    return Math.abs(first - second) > MOST_OF_BEYOND * beyond
            && !isQuickerOnTheWorse(first, second, interval)
        ? EnglishText.format(
            "the generator stood still for %s of %s and %s of %s: the machine did something else; repeat both when it does not",
            percent(first), a, percent(second), b)
        : "";
  }

  private static String percent(double share) {
    return EnglishText.format("%.1f %%", 100 * share);
  }

  private static String micros(double nanos) {
    return EnglishText.format("%,.1f µs", nanos / MICRO);
  }
}
