package dev.takt.driver.sim.model;

/// The M/M/c queue (Erlang, 1917): an arrival must wait with the probability given by the Erlang C
/// formula, and then for an exponential time with rate cµ - λ. See Kleinrock, Queueing Systems,
/// volume 1, section 3.5.
///
/// @param rate of arrivals, λ, per nanosecond
/// @param meanService 1/µ, in nanoseconds
/// @param servers c
record MarkovQueue(double rate, double meanService, int servers) implements QueueDistribution {

  MarkovQueue {
    if (!(rate > 0) || !(meanService > 0) || servers < 1) {
      throw new IllegalArgumentException("rates and servers must be more than 0");
    }
    if (rate * meanService >= servers) {
      throw new IllegalArgumentException("the servers cannot keep up: there is no steady state");
    }
  }

  @Override
  public double utilisation() {
    return load() / servers;
  }

  @Override
  public double meanWait() {
    return waitProbability() / drainRate();
  }

  @Override
  public double waitExceeds(double nanos) {
    return nanos < 0 ? 1 : waitProbability() * Math.exp(-drainRate() * nanos);
  }

  /// The sum of the wait (0, or exponential) and an exponential service time.
  @Override
  public double responseExceeds(double nanos) {
    if (nanos <= 0) {
      return 1;
    }
    double t = nanos / meanService;
    double surplus = servers - 1 - load();
    // (1 - e^-xt) / x, whose limit is t if both exponentials have the same rate.
    double factor = Math.abs(surplus) < 1e-9 ? t : -Math.expm1(-surplus * t) / surplus;
    return Math.exp(-t) * (1 + waitProbability() * factor);
  }

  /// The Erlang C formula, computed by the recursion for Erlang B, which only adds positive
  /// numbers.
  private double waitProbability() {
    double blocked = 1;
    for (int k = 1; k <= servers; k++) {
      blocked = load() * blocked / (k + load() * blocked);
    }
    return blocked / (1 - utilisation() * (1 - blocked));
  }

  private double load() {
    return rate * meanService;
  }

  private double drainRate() {
    return servers / meanService - rate;
  }
}
