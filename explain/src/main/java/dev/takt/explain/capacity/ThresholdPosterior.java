package dev.takt.explain.capacity;

import dev.takt.explain.capacity.TrialCounts.RateCount;
import java.util.List;

/// The Bayesian posterior distribution of the edge: the threshold between the rates that hold and
/// those that fail. Immutable.
///
/// A trial at the edge holds as often as it fails; how fast this changes with the rate is unknown.
/// So the model is a logistic curve: at the logarithm `x` of a rate, a trial holds with probability
/// `g + (1 - 2g) / (1 + exp((x - θ) / s))`. The edge θ has a flat prior over the logarithm of the
/// allowed rates and a little beyond. The width `s` of the noise has a flat prior over widths from
/// 0.2 % to 32 % of the rate. The lapse probability `g` allows for trials that fail or hold for an
/// unrelated reason, such as a stop of the machine.
///
/// To try the median of the posterior next is the probabilistic bisection of M. Horstein (IEEE
/// Trans. Information Theory, 1963), as described by R. Waeber, P. Frazier and S. Henderson (SIAM
/// J. Control Optim., 2013). Including the unknown width in the posterior, since the error
/// probability of a trial is unknown, is what A. Watson and D. Pelli (QUEST, 1983) and L.
/// Kontsevich and C. Tyler (1999) do for thresholds of perception.
final class ThresholdPosterior {

  private static final double LAPSE_PROBABILITY = 0.02;
  private static final double[] WIDTHS = {0.002, 0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32};

  /// Further away from the edge than this many widths, only lapses remain.
  private static final double MAX_WIDTHS = 12;

  private static final double LOG_MARGIN = Math.log(1.2);
  private static final int CELLS_PER_RESOLUTION = 6;

  private final double from;
  private final double cell;
  private final double[] cumulative;

  private ThresholdPosterior(double from, double cell, double[] cumulative) {
    this.from = from;
    this.cell = cell;
    this.cumulative = cumulative;
  }

  static ThresholdPosterior of(SearchSettings settings, TrialCounts votes) {
    double from = Math.log(settings.low()) - LOG_MARGIN;
    double to = Math.log(settings.high()) + LOG_MARGIN;
    double wanted = Math.log1p(settings.resolution()) / CELLS_PER_RESOLUTION;
    int cells = (int) Math.ceil((to - from) / wanted);
    double cell = (to - from) / cells;
    List<RateCount> all = List.copyOf(votes.all());
    double[] logs = all.stream().mapToDouble(each -> Math.log(each.rate())).toArray();
    double[] cumulative = new double[cells];
    double sum = 0;
    for (int i = 0; i < cells; i++) {
      sum += likelihood(from + (i + 0.5) * cell, all, logs);
      cumulative[i] = sum;
    }
    for (int i = 0; i < cells; i++) {
      cumulative[i] /= sum;
    }
    return new ThresholdPosterior(from, cell, cumulative);
  }

  /// The likelihood of the trials for an edge, summed over all widths.
  private static double likelihood(double edge, List<RateCount> votes, double[] logs) {
    double mass = 0;
    for (double width : WIDTHS) {
      double likelihood = 1;
      for (int i = 0; i < logs.length; i++) {
        double holds = holds((logs[i] - edge) / width);
        RateCount vote = votes.get(i);
        likelihood *= power(holds, vote.held()) * power(1 - holds, vote.failed());
      }
      mass += likelihood;
    }
    return mass;
  }

  /// The probability that a trial holds.
  ///
  /// @param beyond how far its rate is above the edge, in widths
  private static double holds(double beyond) {
    if (Math.abs(beyond) > MAX_WIDTHS) {
      return beyond < 0 ? 1 - LAPSE_PROBABILITY : LAPSE_PROBABILITY;
    }
    return LAPSE_PROBABILITY + (1 - 2 * LAPSE_PROBABILITY) / (1 + Math.exp(beyond));
  }

  private static double power(double base, int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= base;
    }
    return power;
  }

  /// A quantile of the posterior: the edge is below this rate with probability `share`.
  double quantile(double share) {
    int i = 0;
    while (i < cumulative.length - 1 && cumulative[i] < share) {
      i++;
    }
    double before = i == 0 ? 0 : cumulative[i - 1];
    double within = (share - before) / (cumulative[i] - before);
    return Math.exp(from + (i + within) * cell);
  }
}
