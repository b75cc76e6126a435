package dev.takt.explain.profile;

import dev.takt.explain.profile.CpuSample.Outcome;
import dev.takt.explain.profile.CpuSample.SampledThread;
import java.util.List;

/// Creates samples of 10 ns each.
final class Samples {

  static final long PERIOD = 10;
  static final SampledThread MAIN = new SampledThread(1, "main", false);
  static final SampledThread WORKER = new SampledThread(2, "worker-1", false);

  private Samples() {}

  static CpuSample taken(long moment, SampledThread thread, String... frames) {
    return new CpuSample(moment, thread, Outcome.TAKEN, 1, PERIOD, false, List.of(frames));
  }

  /// A sample whose timer was late by two periods.
  static CpuSample late(long moment, SampledThread thread, String... frames) {
    return new CpuSample(moment, thread, Outcome.TAKEN, 1, 3 * PERIOD, true, List.of(frames));
  }

  static CpuSample failed(long moment, SampledThread thread) {
    return new CpuSample(moment, thread, Outcome.FAILED, 1, PERIOD, false, List.of());
  }

  static CpuSample lost(long moment, SampledThread thread, long count) {
    return new CpuSample(moment, thread, Outcome.LOST, count, count * PERIOD, false, List.of());
  }
}
