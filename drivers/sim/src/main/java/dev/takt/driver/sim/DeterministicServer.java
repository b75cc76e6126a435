package dev.takt.driver.sim;

import java.util.Arrays;

/// M/D/1. The mean wait is Pollaczek's and Khinchine's.
///
/// The distribution of the wait is Erlang's (1909) and Crommelin's (1932), but not computed by
/// their alternating sum, which loses all digits after some ten service times. Instead it is put
/// together from the distribution of the queue's length: an operation that comes when the residual
/// work ends in x waits no longer than that; in terms of queue lengths that gives, for x in the
/// k-th service time, a sum of positive terms (G. J. Franx: A simple solution for the M/D/c waiting
/// time distribution, Operations Research Letters 29, 2001). The queue's length itself comes from
/// the balance of the steps up over each level with those down, again in positive terms.
final class DeterministicServer implements QueueLaw {

  private static final double NEGLIGIBLE = 1e-14;

  private final double load;
  private final double service;

  /// At i, the probability of more than i + 1 operations in the system: of more than i in the
  /// queue.
  private final double[] queueBeyond;

  DeterministicServer(double rate, double service) {
    if (!(rate > 0) || !(service > 0)) {
      throw new IllegalArgumentException("rate and service time must be more than 0");
    }
    this.load = rate * service;
    this.service = service;
    if (load > 0.9999) {
      throw new IllegalArgumentException("a utilisation of " + load + " is more than 0.9999");
    }
    this.queueBeyond = queueBeyond(load);
  }

  @Override
  public double utilisation() {
    return load;
  }

  @Override
  public double meanService() {
    return service;
  }

  @Override
  public double meanWait() {
    return load * service / (2 * (1 - load));
  }

  @Override
  public double waitBeyond(double nanos) {
    if (nanos < 0) {
      return 1;
    }
    int k = (int) (nanos / service) + 1;
    double y = load * (k - nanos / service);
    double poisson = Math.exp(-y);
    double within = 0;
    double beyond = 0;
    for (int j = 0; j < k && (poisson > NEGLIGIBLE || j < y); j++) {
      beyond += poisson * queueBeyond(k - 1 - j);
      within += poisson;
      poisson *= y / (j + 1);
    }
    return beyond + Math.max(0, 1 - within);
  }

  @Override
  public double responseBeyond(double nanos) {
    return waitBeyond(nanos - service);
  }

  private double queueBeyond(int length) {
    return length < queueBeyond.length ? queueBeyond[length] : 0;
  }

  private static double[] queueBeyond(double load) {
    double[] p = lengths(load);
    double[] beyond = new double[p.length];
    double sum = 0;
    for (int i = p.length - 3; i >= 0; i--) {
      sum += p[i + 2];
      beyond[i] = sum;
    }
    return beyond;
  }

  /// The probability of each number of operations in the system, as far as it is not negligible.
  private static double[] lengths(double load) {
    double[] moreArrivals = poissonBeyond(load);
    double[] p = new double[64];
    p[0] = 1 - load;
    int n = 0;
    while (n == 0 || p[n] > NEGLIGIBLE * p[0]) {
      if (n + 1 == p.length) {
        p = Arrays.copyOf(p, 2 * p.length);
      }
      p[n + 1] = stepsUpOver(n, p, moreArrivals) * Math.exp(load);
      n++;
    }
    return Arrays.copyOf(p, n + 1);
  }

  /// How often departures leave more than n behind where the one before left at most n: the balance
  /// to p(n + 1) times the probability of no arrival in a service time.
  private static double stepsUpOver(int n, double[] p, double[] moreArrivals) {
    double up = n < moreArrivals.length ? p[0] * moreArrivals[n] : 0;
    for (int i = 1; i < moreArrivals.length && i <= n; i++) {
      up += p[n + 1 - i] * moreArrivals[i];
    }
    return up;
  }

  /// At i, the probability of more than i arrivals in a service time, as far as it is not
  /// negligible.
  private static double[] poissonBeyond(double mean) {
    double[] term = new double[40];
    term[0] = Math.exp(-mean);
    for (int i = 1; i < term.length; i++) {
      term[i] = term[i - 1] * mean / i;
    }
    double[] beyond = new double[term.length - 1];
    double sum = 0;
    for (int i = beyond.length - 1; i >= 0; i--) {
      sum += term[i + 1];
      beyond[i] = sum;
    }
    return beyond;
  }
}
