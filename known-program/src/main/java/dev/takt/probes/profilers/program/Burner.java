package dev.takt.probes.profilers.program;

import java.util.Random;
import java.util.function.LongSupplier;

/// Lets a workload burn CPU time, three quarters of it in the first method, and measures how much
/// by the clock of its threads' CPU time.
///
/// The methods take turns of random lengths, so that no period of a sampler agrees with them.
final class Burner {

  private static final double SHARE_OF_A = 0.75;
  private static final long WARMUP_NANOS = 400_000_000;
  private static final long MIN_TURN = 1_000_000;
  private static final int TURN_RANGE = 12_000_000;

  /// The clock's own time, some hundred nanoseconds, shall be no part of what a profiler shows.
  private static final long READING_PERIOD = 200_000;

  private static final int MAX_CALLS_PER_READING = 1024;

  private final Workload workload;
  private final LongSupplier clock;
  private final Random random = new Random(7);
  private long turnsOfA;
  private long turnsOfB;
  private long cpuOfA;
  private long cpuOfB;
  private long calls;
  private long wall;
  private int callsPerReading = 1;

  Burner(Workload workload) {
    this.workload = workload;
    this.clock = workload.isWaiting() ? System::nanoTime : workload::cpuNanos;
  }

  /// Lets the compilers do their work.
  void warmUp() {
    burn(WARMUP_NANOS);
  }

  void burn(long nanos) {
    long begin = System.nanoTime();
    while (turnsOfA + turnsOfB < nanos) {
      turn(turnsOfA < SHARE_OF_A * (turnsOfA + turnsOfB + 1));
    }
    wall = System.nanoTime() - begin;
  }

  private void turn(boolean isA) {
    long cpuBefore = workload.cpuNanos();
    long from = clock.getAsLong();
    long until = from + MIN_TURN + random.nextInt(TURN_RANGE);
    long now = from;
    while (now < until) {
      for (int i = 0; i < callsPerReading; i++) {
        if (isA) {
          workload.phaseA();
        } else {
          workload.phaseB();
        }
      }
      calls += callsPerReading;
      long before = now;
      now = clock.getAsLong();
      if (now - before < READING_PERIOD && callsPerReading < MAX_CALLS_PER_READING) {
        callsPerReading *= 2;
      }
    }
    long cpu = workload.isWaiting() ? workload.cpuNanos() - cpuBefore : now - from;
    if (isA) {
      turnsOfA += now - from;
      cpuOfA += cpu;
    } else {
      turnsOfB += now - from;
      cpuOfB += cpu;
    }
  }

  /// What both methods have burnt.
  long cpuNanos() {
    return cpuOfA + cpuOfB;
  }

  /// `CPU-OF-A CPU-OF-B CALLS WALL`.
  @Override
  public String toString() {
    return cpuOfA + " " + cpuOfB + " " + calls + " " + wall;
  }
}
