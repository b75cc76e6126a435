package dev.takt.driver.sim.model;

import java.util.Arrays;

/// The M/D/1 queue. The mean wait is given by the Pollaczek–Khinchine formula.
///
/// The distribution of the wait is due to Erlang (1909) and Crommelin (1932). Their alternating sum
/// loses all digits after about ten service times, so it is not used. Instead the distribution is
/// computed from that of the queue length: an operation that finds residual work of x waits for x.
/// In terms of queue lengths this gives, for x in the k-th service time, a sum of positive terms
/// (G. J. Franx: A simple solution for the M/D/c waiting time distribution, Operations Research
/// Letters 29, 2001). The distribution of the queue length follows from level crossings: steps up
/// over each level balance the steps down, again in positive terms.
final class DeterministicQueue implements QueueDistribution {

  private static final double NEGLIGIBLE = 1e-14;

  private final double load;
  private final double service;

  /// Element i is the probability of more than i + 1 operations in the system, which is more than i
  /// in the queue.
  private final double[] queueBeyond;

  DeterministicQueue(double rate, double service) {
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
  public double waitExceeds(double nanos) {
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
  public double responseExceeds(double nanos) {
    return waitExceeds(nanos - service);
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

  /// The probability of each number of operations in the system, up to negligible ones.
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

  /// The probability that a departure leaves more than n operations behind where the one before
  /// left at most n. It balances p(n + 1) times the probability of no arrival in a service time.
  private static double stepsUpOver(int n, double[] p, double[] moreArrivals) {
    double up = n < moreArrivals.length ? p[0] * moreArrivals[n] : 0;
    for (int i = 1; i < moreArrivals.length && i <= n; i++) {
      up += p[n + 1 - i] * moreArrivals[i];
    }
    return up;
  }

  /// Element i is the probability of more than i arrivals in a service time, up to negligible ones.
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
