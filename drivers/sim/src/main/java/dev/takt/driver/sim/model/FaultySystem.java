package dev.takt.driver.sim.model;

import dev.takt.load.driver.Outcome;
import dev.takt.load.workload.Randomness;

/// Decorator that makes a share of another system's operations fail, and leaves a share unanswered.
/// Unanswered operations do not reach the other system.
final class FaultySystem implements SimulatedSystem {

  private static final Outcome ERROR = Outcome.failed("simulated error");

  private final SimulatedSystem system;
  private final long seed;
  private final double errorShare;
  private final double hangShare;

  FaultySystem(SimulatedSystem system, long seed, double errorShare, double hangShare) {
    this.system = system;
    this.seed = seed;
    this.errorShare = errorShare;
    this.hangShare = hangShare;
  }

  @Override
  public long arrive(long arrivalNanos, long n) {
    boolean hangs = Randomness.unit(seed, n, RandomStream.HANG) < hangShare;
    return hangs ? NEVER : system.arrive(arrivalNanos, n);
  }

  @Override
  public long realTimeOf(long systemNanos) {
    return systemNanos == NEVER ? NEVER : system.realTimeOf(systemNanos);
  }

  @Override
  public Outcome outcomeOf(long n) {
    boolean fails = Randomness.unit(seed, n, RandomStream.ERROR) < errorShare;
    return fails ? ERROR : system.outcomeOf(n);
  }
}
