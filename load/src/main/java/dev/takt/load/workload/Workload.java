package dev.takt.load.workload;

/// Which operation comes at which place of the schedule: a pure function of the seed and the place.
///
/// Immutable and thread-safe; choosing allocates nothing.
public final class Workload {

  /// The greatest weight of an operation. The sums of weights without a limit can be infinite, and
  /// then all operations would be the last.
  public static final double GREATEST_WEIGHT = 1e15;

  private final long seed;
  private final double[] cumulative;

  /// A workload that chooses operation `i` with probability `weights[i]` divided by the sum of all
  /// weights.
  ///
  /// @throws IllegalArgumentException if there is no weight, or one is not more than 0, or more
  ///   than [#GREATEST_WEIGHT]
  public Workload(long seed, double... weights) {
    if (weights.length == 0) {
      throw new IllegalArgumentException("a workload needs at least one operation");
    }
    this.seed = seed;
    this.cumulative = new double[weights.length];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] > 0 && weights[i] <= GREATEST_WEIGHT)) {
        throw new IllegalArgumentException(
            "weight " + weights[i] + " of operation " + i + " is not more than 0, or too large");
      }
      sum += weights[i];
      cumulative[i] = sum;
    }
  }

  /// How many kinds of operations there are.
  public int operations() {
    return cumulative.length;
  }

  /// The kind of operation `n`.
  public int operationOf(long n) {
    if (cumulative.length == 1) {
      return 0;
    }
    double x = Randomness.unit(seed, n, Randomness.OPERATION) * cumulative[cumulative.length - 1];
    int i = 0;
    while (i < cumulative.length - 1 && x >= cumulative[i]) {
      i++;
    }
    return i;
  }
}
