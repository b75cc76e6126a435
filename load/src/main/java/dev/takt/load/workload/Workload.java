package dev.takt.load.workload;

/// Chooses the operation at each position of the schedule: a pure function of the seed and the
/// position.
///
/// Immutable and thread-safe; choosing does not allocate.
public final class Workload {

  /// The maximum weight of an operation. Without a limit the sum of weights could be infinite, and
  /// every choice would then be the last operation.
  public static final double MAX_WEIGHT = 1e15;

  private final long seed;
  private final double[] cumulative;

  /// Creates a workload that chooses operation `i` with probability `weights[i]` divided by the sum
  /// of all weights.
  ///
  /// @throws IllegalArgumentException if there are no weights, or one is not greater than 0 or
  ///   exceeds [#MAX_WEIGHT]
  public Workload(long seed, double... weights) {
    if (weights.length == 0) {
      throw new IllegalArgumentException("a workload needs at least one operation");
    }
    this.seed = seed;
    this.cumulative = new double[weights.length];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] > 0 && weights[i] <= MAX_WEIGHT)) {
        throw new IllegalArgumentException(
            "weight " + weights[i] + " of operation " + i + " is not more than 0, or too large");
      }
      sum += weights[i];
      cumulative[i] = sum;
    }
  }

  /// The number of kinds of operations.
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
