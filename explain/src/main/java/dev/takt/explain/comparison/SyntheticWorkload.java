package dev.takt.explain.comparison;

import dev.takt.record.histogram.Layout;
import dev.takt.runs.text.EnglishText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// Simulated systems with known properties, to test verdicts with. Each call of [#run] is one run.
///
/// Immutable and thread-safe.
public sealed interface SyntheticWorkload {

  /// The length of an interval, in nanoseconds.
  long INTERVAL_NANOS = 1_000_000_000L;

  /// The name of the only operation.
  String OPERATION = "read";

  /// A description for people.
  String describe();

  /// The power of the most powerful test that one of two runs is slower. It knows everything about
  /// the system except the speed of either side; no test of the same significance level has more
  /// power.
  ///
  /// @param level the significance level
  /// @return the probability of detection; NaN where it is unknown
  default double maxPower(int seconds, double slowdown, double level) {
    return Double.NaN;
  }

  /// Simulates a run.
  ///
  /// @param seconds the length of the run
  /// @param slowdown the factor by which all work of the system takes longer: 1.05 is 5 %
  RunSeries run(int seconds, double slowdown, SplittableRandom random);

  /// Log-normal latencies whose median, around 1 ms, follows an autoregressive process with one
  /// step per second.
  ///
  /// @param perSecond operations per second
  /// @param sigma the standard deviation of the logarithm of a latency around the median
  /// @param medianSigma the standard deviation of the logarithm of the median
  /// @param autocorrelation the autocorrelation of the median's deviation after a second, from 0 to
  ///   less than 1
  record Wandering(int perSecond, double sigma, double medianSigma, double autocorrelation)
      implements SyntheticWorkload {

    private static final double MEDIAN_NANOS = 1e6;

    /// With this many degrees of freedom, Student's distribution is the normal one.
    private static final double NORMAL = 1e9;

    @Override
    public String describe() {
      return EnglishText.format(
          "log-normal, median wanders by %.0f %%, %.2f of it left after 1 s",
          medianSigma * 100, autocorrelation);
    }

    /// The best estimate of the mean of n seconds of such a process has the variance unrest² (1 +
    /// memory) / (n (1 − memory) + 2 memory): one over the sum of all entries of the inverse of its
    /// covariance matrix. Each second's median is itself only estimated, which would increase the
    /// variance and is ignored. The two-sided test of the difference is then the most powerful
    /// unbiased one (J. Neyman and E. S. Pearson, 1933 and 1936).
    @Override
    public double maxPower(int seconds, double slowdown, double level) {
      double variance =
          medianSigma
              * medianSigma
              * (1 + autocorrelation)
              / (seconds * (1 - autocorrelation) + 2 * autocorrelation);
      double shift = Math.log(slowdown) / Math.sqrt(2 * variance);
      double threshold = StudentT.quantile(level, NORMAL);
      return below(shift - threshold) + below(-shift - threshold);
    }

    private static double below(double value) {
      double beyond = StudentT.twoSided(value, NORMAL) / 2;
      return value < 0 ? beyond : 1 - beyond;
    }

    @Override
    public RunSeries run(int seconds, double slowdown, SplittableRandom random) {
      OperationSeries.Builder series = new OperationSeries.Builder();
      double deviation = medianSigma * random.nextGaussian();
      for (int second = 0; second < seconds; second++) {
        int[] slots = new int[perSecond];
        for (int i = 0; i < slots.length; i++) {
          double latency = MEDIAN_NANOS * Math.exp(deviation + sigma * random.nextGaussian());
          slots[i] = Layout.THREE_DIGITS.slotOf(Math.round(latency * slowdown));
        }
        series.add(slots, perSecond, 0);
        deviation =
            autocorrelation * deviation
                + medianSigma
                    * Math.sqrt(1 - autocorrelation * autocorrelation)
                    * random.nextGaussian();
      }
      return oneOperation(seconds, series.build());
    }
  }

  /// An M/M/1 queue. Its response times are exponential with the mean 1 / (service rate - arrival
  /// rate), to which each percentile is proportional.
  ///
  /// @param perSecond arrivals per second
  /// @param load the utilisation of the server, more than 0 and less than 1
  record Queue(int perSecond, double load) implements SyntheticWorkload {

    @Override
    public String describe() {
      return EnglishText.format("queue M/M/1, load %.0f %%, %d/s", load * 100, perSecond);
    }

    @Override
    public RunSeries run(int seconds, double slowdown, SplittableRandom random) {
      double service = load / perSecond * slowdown * INTERVAL_NANOS;
      double gap = (double) INTERVAL_NANOS / perSecond;
      // The run begins in the steady state: the server is busy with probability `load * slowdown`.
      double wait =
          random.nextDouble() < load * slowdown
              ? random.nextExponential() * service / (1 - load * slowdown)
              : 0;
      int[][] slots = new int[seconds][perSecond];
      int[] sizes = new int[seconds];
      double now = 0;
      double end = (double) seconds * INTERVAL_NANOS;
      while (true) {
        double response = wait + random.nextExponential() * service;
        if (now + response < end) {
          int second = (int) ((now + response) / INTERVAL_NANOS);
          if (sizes[second] == slots[second].length) {
            slots[second] = Arrays.copyOf(slots[second], 2 * sizes[second]);
          }
          slots[second][sizes[second]++] = Layout.THREE_DIGITS.slotOf(Math.round(response));
        }
        double next = random.nextExponential() * gap;
        now += next;
        wait = Math.max(0, response - next);
        if (now >= end) {
          break;
        }
      }
      OperationSeries.Builder series = new OperationSeries.Builder();
      for (int second = 0; second < seconds; second++) {
        series.add(Arrays.copyOf(slots[second], sizes[second]), sizes[second], 0);
      }
      return oneOperation(seconds, series.build());
    }
  }

  private static RunSeries oneOperation(int seconds, OperationSeries series) {
    Long[] lengths = new Long[seconds];
    Arrays.fill(lengths, INTERVAL_NANOS);
    return new RunSeries(List.of(lengths), Map.of(OPERATION, series));
  }
}
