package dev.takt.cli.stress;

import dev.takt.cassandra.stress.command.Rate;
import dev.takt.cassandra.stress.command.RunLength;
import java.util.ArrayList;
import java.util.List;

/// The numbers of threads that cassandra-stress tries one after the other: doubled up to 16, and
/// then half as many more each time. With `auto` it stops when more threads have brought no more
/// throughput: on average over the last three steps, or less than the wanted uncertainty over the
/// last five.
final class ThreadSearch {

  private static final int DOUBLED_BELOW = 16;
  private static final double FACTOR = 1.5;
  private static final double DEFAULT_UNCERTAINTY = 0.02;

  private final Rate rate;
  private final double uncertainty;
  private final List<Double> throughputs = new ArrayList<>();
  private int threads;

  ThreadSearch(Rate rate, RunLength length) {
    this.rate = rate;
    this.uncertainty =
        length instanceof RunLength.Uncertainty(double below, _, _) ? below : DEFAULT_UNCERTAINTY;
    this.threads = rate.minThreads();
  }

  /// The number of threads to try now.
  int threads() {
    return threads;
  }

  /// Takes the result of the current number of threads, and goes to the next one.
  ///
  /// @param throughput operations per second
  /// @return false if the search has ended
  boolean next(double throughput) {
    throughputs.add(throughput);
    threads = threads < DOUBLED_BELOW ? threads * 2 : (int) (threads * FACTOR);
    return threads <= rate.maxThreads()
        && (!rate.stopsAtSaturation() || (isRising(3, 0) && isRising(5, uncertainty)));
  }

  /// Whether the last steps have brought at least a share more on average, or there were fewer.
  private boolean isRising(int steps, double share) {
    int last = throughputs.size() - 1;
    if (last < steps) {
      return true;
    }
    double sum = 0;
    for (int i = last; i > last - steps; i--) {
      double before = throughputs.get(i - 1);
      sum += (throughputs.get(i) - before) / before;
    }
    return sum / steps >= share;
  }
}
