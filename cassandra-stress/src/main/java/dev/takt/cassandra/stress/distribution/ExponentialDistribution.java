package dev.takt.cassandra.stress.distribution;

/// The exponential distribution.
///
/// Draws by algorithm SA of Ahrens and Dieter: Computer Methods for Sampling from the Exponential
/// and Normal Distributions (Communications of the ACM, October 1972).
final class ExponentialDistribution extends OffsetDistribution {

  private static final double LN2 = Math.log(2);
  private static final double[] POISSON_SUMS = poissonSums();

  private final PreciseMath math = new PreciseMath();
  private final double mean;

  ExponentialDistribution(long min, long max) {
    super(min, max);
    this.mean = (double) (max - min) / -math.log(1 - shareWithin(max - min));
  }

  /// The sums of `LN2^k / k!` for k from 1 on, up to the first that is 1 in double precision.
  private static double[] poissonSums() {
    double[] sums = new double[16];
    double sum = 0;
    double factorial = 1;
    for (int k = 1; k <= sums.length; k++) {
      factorial *= k;
      sum += StrictMath.pow(LN2, k) / factorial;
      sums[k - 1] = sum;
    }
    return sums;
  }

  @Override
  double draw() {
    double halvings = 0;
    double u = random.nextDouble();
    while (u < 0.5) {
      halvings += LN2;
      u *= 2;
    }
    u += u - 1;
    if (u <= LN2) {
      return mean * (halvings + u);
    }
    double smallest = random.nextDouble();
    int i = 0;
    do {
      i++;
      smallest = Math.min(smallest, random.nextDouble());
    } while (u > POISSON_SUMS[i]);
    return mean * (halvings + smallest * LN2);
  }

  @Override
  double realQuantile(double share) {
    return share == 1 ? Double.POSITIVE_INFINITY : -mean * math.log(1 - share);
  }
}
