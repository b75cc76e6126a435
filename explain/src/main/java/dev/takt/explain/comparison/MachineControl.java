package dev.takt.explain.comparison;

import dev.takt.explain.comparison.Row.Interval;
import dev.takt.runs.model.Baseline.Work;
import dev.takt.runs.text.EnglishText;
import java.util.List;
import java.util.Set;

/// Checks whether the machine was in the same state for both sides. The generator is the control:
/// if the same work cost it more CPU time on one side, or it was stalled more, then a difference
/// cannot be attributed to the target.
///
/// @param baseline the runs of the first side
/// @param candidate the runs of the second side
/// @param sameWork whether the generators had the same work, so that their costs can be compared
record MachineControl(
    List<GeneratorState> baseline, List<GeneratorState> candidate, boolean sameWork) {

  /// The state of a run's generator; NaN where unknown.
  ///
  /// @param stalled the fraction of the time that it was stalled: operations that were due then
  ///   were late, independent of the target
  /// @param cost its CPU time in nanoseconds per operation sent
  record GeneratorState(double stalled, double cost) {}

  /// Nothing is known about the machine.
  static final MachineControl UNKNOWN = new MachineControl(List.of(), List.of(), false);

  /// If a difference in stalled time can affect more than this fraction of the values beyond a
  /// percentile, it can determine the percentile.
  private static final double MAX_BEYOND_SHARE = 0.5;

  /// The ratio of costs of the same work above which the machine counts as different. On a quiet
  /// machine, consecutive runs of a minute differ by up to 7 %.
  private static final double MAX_COST_RATIO = 1.1;

  /// The ratio of operations above which the work counts as different.
  private static final double MAX_WORK_RATIO = 1.05;

  /// The difference in the fraction of failed operations above which the work counts as different:
  /// failures cause new connections and error records.
  private static final double MAX_FAILURE_DIFFERENCE = 0.01;

  /// Keys of the plan that do not affect the generator's work.
  private static final Set<String> WORK_NEUTRAL_KEYS = Set.of("target", "seed");

  private static final double MICRO = 1e3;

  static MachineControl of(RunGroup baseline, RunGroup candidate) {
    return new MachineControl(
        generatorStates(baseline), generatorStates(candidate), haveSameWork(baseline, candidate));
  }

  private static List<GeneratorState> generatorStates(RunGroup group) {
    return group.runs().stream().map(MachineControl::generatorState).toList();
  }

  private static GeneratorState generatorState(RecordedRun run) {
    Work work = run.content().work();
    return work == null || work.durationNanos() <= 0
        ? new GeneratorState(Double.NaN, Double.NaN)
        : new GeneratorState(
            (double) work.stalledNanos() / work.durationNanos(), Costs.ofGenerator(work));
  }

  /// Whether the generators had the same work. Only with a schedule: then the same number of
  /// operations is sent in the same time, and costs per second are equal. The content of answers is
  /// unknown, except for failures.
  private static boolean haveSameWork(RunGroup baseline, RunGroup candidate) {
    long least = Long.MAX_VALUE;
    long most = 0;
    double leastFailed = 1;
    double mostFailed = 0;
    for (RunGroup group : List.of(baseline, candidate)) {
      for (RecordedRun run : group.runs()) {
        Work work = run.content().work();
        if (work == null || !run.isScheduled()) {
          return false;
        }
        least = Math.min(least, work.sent());
        most = Math.max(most, work.sent());
        leastFailed = Math.min(leastFailed, work.failedShare());
        mostFailed = Math.max(mostFailed, work.failedShare());
      }
    }
    return most <= MAX_WORK_RATIO * least
        && mostFailed - leastFailed <= MAX_FAILURE_DIFFERENCE
        && Changes.ofPlan(baseline, candidate).stream()
            .allMatch(each -> WORK_NEUTRAL_KEYS.contains(each.what()));
  }

  /// Why a figure's difference cannot be attributed to the system; empty if it can. Applies only to
  /// times: errors and the rate of a schedule do not depend on the machine's speed.
  ///
  /// A side that was faster although its machine was slower remains comparable.
  ///
  /// @param interval the confidence interval of the difference
  /// @param a the name of the first side
  /// @param b the name of the second side
  String incomparableReason(Figure figure, Interval interval, String a, String b) {
    if (!(figure instanceof Figure.Percentile percentile)) {
      return "";
    }
    String cost = costReason(interval, a, b);
    return cost.isEmpty() ? stallReason(percentile, interval, a, b) : cost;
  }

  private static boolean isFasterOnSlowerMachine(double first, double second, Interval interval) {
    return first < second ? interval.high() < 0 : interval.low() > 0;
  }

  /// Checks the costs. With repeats, each run of one side must have cost more than each of the
  /// other: otherwise the effect of the machine is already part of the variation between runs.
  private String costReason(Interval interval, String a, String b) {
    if (!sameWork) {
      return "";
    }
    double first = meanCost(baseline);
    double second = meanCost(candidate);
    boolean apart = first < second ? areBelow(baseline, candidate) : areBelow(candidate, baseline);
    boolean unlike = Math.max(first, second) > MAX_COST_RATIO * Math.min(first, second);
    return apart && unlike && !isFasterOnSlowerMachine(first, second, interval)
        ? EnglishText.format(
            "the generator used %s of CPU time per operation in %s and %s in %s, for the same work: the machine (or the generator) was not the same; repeat both alternately, on an otherwise idle machine",
            micros(first), a, micros(second), b)
        : "";
  }

  private static double meanCost(List<GeneratorState> runs) {
    return runs.stream().mapToDouble(GeneratorState::cost).average().orElse(Double.NaN);
  }

  private static boolean areBelow(List<GeneratorState> these, List<GeneratorState> those) {
    return these.stream()
        .allMatch(each -> those.stream().allMatch(other -> each.cost() < other.cost()));
  }

  /// Checks the stalls, only where each side has one run: repeats show by themselves how much they
  /// vary.
  private String stallReason(Figure.Percentile percentile, Interval interval, String a, String b) {
    if (baseline.size() != 1 || candidate.size() != 1) {
      return "";
    }
    double first = baseline.getFirst().stalled();
    double second = candidate.getFirst().stalled();
    double beyond = Math.min(percentile.percent(), 100 - percentile.percent()) / 100;
    return Math.abs(first - second) > MAX_BEYOND_SHARE * beyond
            && !isFasterOnSlowerMachine(first, second, interval)
        ? EnglishText.format(
            "the generator was stalled for %s of %s and %s of %s: the machine was busy with other work; repeat both when it is idle",
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
