package dev.takt.driver.sim.model;

import java.util.Arrays;

/// A first-come, first-served queue with a number of equal servers: M/M/1, M/D/1 or M/M/c if
/// arrivals are Poisson. Later operations never overtake earlier ones, so the start and end of
/// service are known when an operation arrives.
///
/// Concurrent arrivals reserve their servers under a lock, held for some nanoseconds.
final class FifoServers implements SimulatedSystem {

  private final ServiceTime serviceTime;

  /// The time at which each server becomes free, as a binary heap with the earliest at the root.
  private final long[] freeAt;

  FifoServers(int servers, ServiceTime serviceTime) {
    if (servers < 1) {
      throw new IllegalArgumentException("a system needs at least one server, not " + servers);
    }
    this.serviceTime = serviceTime;
    this.freeAt = new long[servers];
    Arrays.fill(freeAt, Long.MIN_VALUE);
  }

  @Override
  public long arrive(long arrivalNanos, long n) {
    long service = serviceTime.of(n);
    synchronized (freeAt) {
      long end = Math.max(arrivalNanos, freeAt[0]) + service;
      replaceEarliest(end);
      return end;
    }
  }

  private void replaceEarliest(long end) {
    int hole = 0;
    int child = 1;
    while (child < freeAt.length) {
      if (child + 1 < freeAt.length && freeAt[child + 1] < freeAt[child]) {
        child++;
      }
      if (end <= freeAt[child]) {
        break;
      }
      freeAt[hole] = freeAt[child];
      hole = child;
      child = 2 * hole + 1;
    }
    freeAt[hole] = end;
  }
}
