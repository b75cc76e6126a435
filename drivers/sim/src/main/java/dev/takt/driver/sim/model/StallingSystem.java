package dev.takt.driver.sim.model;

/// A system with unlimited servers that is frozen by a [SquareWave], whose first period starts with
/// the first arrival. An operation that arrives in a freeze begins after it; one in flight ends
/// later by its length.
final class StallingSystem implements SimulatedSystem {

  private static final long UNKNOWN = Long.MIN_VALUE;

  private final SquareWave wave;
  private final ServiceTime serviceTime;
  private volatile long origin = UNKNOWN;

  StallingSystem(SquareWave wave, ServiceTime serviceTime) {
    this.wave = wave;
    this.serviceTime = serviceTime;
  }

  @Override
  public long arrive(long arrivalNanos, long n) {
    long zero = originFrom(arrivalNanos);
    return zero + wave.endOf(arrivalNanos - zero, serviceTime.of(n));
  }

  private long originFrom(long arrivalNanos) {
    return origin == UNKNOWN ? firstOrigin(arrivalNanos) : origin;
  }

  private synchronized long firstOrigin(long arrivalNanos) {
    if (origin == UNKNOWN) {
      origin = arrivalNanos;
    }
    return origin;
  }
}
