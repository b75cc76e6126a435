package dev.takt.explain.comparison;

import dev.takt.explain.comparison.SideData.Run;
import dev.takt.explain.comparison.SideData.Sums;
import dev.takt.runs.model.Baseline.Estimates;
import dev.takt.runs.model.Baseline.Operation;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Estimates the variance of figures by resampling intervals (B. Efron's bootstrap, 1979).
///
/// Latencies of neighbouring operations are correlated: a queue that is long now is still long a
/// moment later. Resampling them one by one would underestimate the variance. So blocks of
/// neighbouring intervals are resampled (H. R. Künsch, "The jackknife and the bootstrap for general
/// stationary observations", Annals of Statistics 1989), on a circle, so that each interval is
/// equally likely (D. N. Politis and J. P. Romano, 1992). The histograms of the drawn intervals are
/// added, and the percentile is that of the sum.
///
/// A block must be longer than the correlation time of the system, which is unknown. Three lengths
/// are tried: n^(1/3) of n intervals, twice and four times that, but at most a fifth of the run;
/// the one with the greatest variance counts.
///
/// Of several runs, runs are resampled first and then blocks within them. The variance that the
/// blocks add is subtracted again, since the differences between runs already contain it.
///
/// The seed is fixed: the same data give the same result. Variances are rounded to five digits, so
/// that a baseline file has exactly those of the runs; as estimates they are true to one.
final class BlockBootstrap {

  private static final int REPLICATES = 200;
  private static final long SEED = 0x7a6b5c4d3e2f1001L;
  private static final int[] LENGTH_FACTORS = {1, 2, 4};
  private static final int MIN_BLOCKS = 5;
  private static final MathContext DIGITS = new MathContext(5);

  private final SideData side;
  private final List<Figure> figures;

  private BlockBootstrap(SideData side, List<Figure> figures) {
    this.side = side;
    this.figures = figures;
  }

  /// The spread of figures.
  ///
  /// @param variances the variance of each figure's position
  /// @param degrees the degrees of freedom of each variance
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Spread(double[] variances, double degrees) {}

  /// Estimates the figures of one operation of a side.
  static Operation estimates(SideData side, List<Figure> figures) {
    return new Operation(
        side.runs().size(),
        side.nanos(),
        side.values(),
        side.completed(),
        side.errors(),
        side.intervals(),
        side.intervalsWithErrors(),
        new BlockBootstrap(side, figures).estimates());
  }

  /// The block length for a run.
  ///
  /// @param intervals the number of intervals of the run
  /// @param factor the multiple of the shortest length
  static int blockLength(int intervals, int factor) {
    int usual = (int) Math.ceil(Math.cbrt(intervals) - 1e-9) * factor;
    return Math.max(1, Math.min(usual, intervals / MIN_BLOCKS));
  }

  private Estimates estimates() {
    List<Spread> spreads =
        IntStream.of(LENGTH_FACTORS).parallel().mapToObj(factor -> spread(factor, false)).toList();
    int runs = side.runs().size();
    Spread between = runs > 1 ? spread(1, true) : null;
    Estimates estimates =
        new Estimates(
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>());
    for (int i = 0; i < figures.size(); i++) {
      Figure figure = figures.get(i);
      Spread widest = widest(spreads, i);
      double variance = widest.variances[i];
      double degrees = widest.degrees;
      if (between != null) {
        double drawn = between.variances[i] - spreads.getFirst().variances[i];
        variance = Math.max(variance, drawn * runs / (runs - 1));
        degrees = runs - 1;
      }
      if (!(figure instanceof Figure.Max)) {
        estimates.variance().put(figure.label(), rounded(variance));
        estimates.degrees().put(figure.label(), rounded(degrees));
      }
      if (figure.isTime() && side.values() > 0) {
        estimates.nanos().put(figure.label(), (long) side.value(figure, side.all()));
      }
      if (figure instanceof Figure.Percentile percentile && side.values() > 0) {
        estimates.intervalsReaching().put(figure.label(), side.intervalsReaching(percentile));
      }
    }
    return estimates;
  }

  private static double rounded(double value) {
    return BigDecimal.valueOf(value).round(DIGITS).doubleValue();
  }

  private static Spread widest(List<Spread> spreads, int figure) {
    Spread widest = spreads.getFirst();
    for (Spread each : spreads) {
      if (each.variances[figure] > widest.variances[figure]) {
        widest = each;
      }
    }
    return widest;
  }

  private Spread spread(int factor, boolean drawRuns) {
    SplittableRandom random = new SplittableRandom(SEED + factor);
    Sums sums = side.sums();
    double[] mean = new double[figures.size()];
    double[] squares = new double[figures.size()];
    int[] seen = new int[figures.size()];
    for (int i = 0; i < REPLICATES; i++) {
      sums.clear();
      draw(sums, factor, drawRuns, random);
      for (int f = 0; f < mean.length; f++) {
        Figure figure = figures.get(f);
        double position =
            figure instanceof Figure.Max
                ? Double.NaN // one operation determines it: resampling cannot estimate its spread
                : Estimate.position(figure, side.value(figure, sums));
        if (!Double.isNaN(position)) {
          seen[f]++;
          double step = position - mean[f];
          mean[f] += step / seen[f];
          squares[f] += step * (position - mean[f]);
        }
      }
    }
    double[] variances = new double[mean.length];
    for (int f = 0; f < mean.length; f++) {
      variances[f] = seen[f] < 2 ? 0 : squares[f] / (seen[f] - 1) * correction(factor);
    }
    return new Spread(variances, degrees(factor));
  }

  private void draw(Sums sums, int factor, boolean drawRuns, SplittableRandom random) {
    List<Run> runs = side.runs();
    for (Run each : runs) {
      Run run = drawRuns ? runs.get(random.nextInt(runs.size())) : each;
      int length = blockLength(run.size(), factor);
      sums.add(run, weights(run.size(), length, random));
    }
  }

  /// Draws blocks until they fill the run, the last one shortened; returns how often each interval
  /// was drawn.
  private static int[] weights(int intervals, int length, SplittableRandom random) {
    int[] weights = new int[intervals];
    for (int drawn = 0; drawn < intervals; drawn += length) {
      int start = random.nextInt(intervals);
      int end = start + Math.min(length, intervals - drawn);
      for (int i = start; i < end; i++) {
        weights[i < intervals ? i : i - intervals]++;
      }
    }
    return weights;
  }

  /// Corrects the bias of the variance: blocks vary around the mean of the run instead of the true
  /// mean, and the longer they are, the closer they are to the former.
  private double correction(int factor) {
    double intervals = 0;
    double length = 0;
    for (Run each : side.runs()) {
      intervals += each.size();
      length += blockLength(each.size(), factor);
    }
    return intervals > length ? intervals / (intervals - length) : 1;
  }

  private double degrees(int factor) {
    double blocks = 0;
    for (Run each : side.runs()) {
      blocks += (double) each.size() / blockLength(each.size(), factor) - 1;
    }
    return Math.max(1, blocks);
  }
}
