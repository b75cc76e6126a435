package dev.takt.cassandra.stress.distribution;

import dev.takt.cassandra.stress.random.JavaRandom;
import java.util.Arrays;

/// Another distribution whose range is cut at its quantiles: the quantum is drawn from that
/// distribution, and the number uniformly within the quantum.
///
/// cassandra-stress does not seed the number within the quantum. Here it follows the seed.
final class QuantizedDistribution extends Distribution {

  private final Distribution original;
  private final long[] bounds;
  private final JavaRandom random = new JavaRandom();

  QuantizedDistribution(Distribution original, int quanta) {
    this.original = original;
    this.bounds = new long[quanta + 1];
    for (int i = 0; i < quanta; i++) {
      bounds[i] = original.quantile(i / (double) quanta);
    }
    bounds[quanta] = original.last() + 1;
  }

  @Override
  public long next() {
    int quantum = Math.max(0, quantumOf(original.next()));
    long width = bounds[quantum + 1] - bounds[quantum];
    return bounds[quantum] + (long) (random.nextDouble() * (double) width);
  }

  @Override
  public double nextReal() {
    throw new UnsupportedOperationException("QEXTREME has no real values");
  }

  @Override
  public long quantile(double share) {
    int quanta = bounds.length - 1;
    int quantum = quantumOf(original.quantile(share));
    if (quantum < 0) {
      return bounds[0];
    }
    if (quantum >= quanta) {
      return bounds[quanta] - 1;
    }
    double within = (share - quantum / (double) quanta) * quanta;
    return bounds[quantum] + (long) (within * (double) (bounds[quantum + 1] - bounds[quantum]));
  }

  /// A bound belongs to the quantum below it, as in cassandra-stress; the lowest one to -1.
  private int quantumOf(long value) {
    int found = Arrays.binarySearch(bounds, value);
    return found < 0 ? -2 - found : found - 1;
  }

  @Override
  public void setSeed(long seed) {
    original.setSeed(seed);
    random.setSeed(~seed);
  }
}
