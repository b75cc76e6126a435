package dev.takt.explain.profile;

import dev.takt.explain.profile.CpuSample.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a thread's samples account for of the time that the kernel counted for it.
///
/// @param name of the thread
/// @param samples those with a stack
/// @param sampledNanos the CPU time that these stand for
/// @param biased how many of them have a top frame that is only near
/// @param failed samples whose stack could not be walked
/// @param failedNanos the CPU time that these stand for
/// @param lost samples that were dropped
/// @param lostNanos the CPU time that these stand for, each the period of the samples
/// @param cpuNanos what the kernel counted; null where nobody asked it
public record ThreadBalance(
    String name,
    long samples,
    long sampledNanos,
    long biased,
    long failed,
    long failedNanos,
    long lost,
    long lostNanos,
    @Nullable Long cpuNanos) {

  /// A thread without samples.
  static ThreadBalance of(String name, @Nullable Long cpuNanos) {
    return new ThreadBalance(name, 0, 0, 0, 0, 0, 0, 0, cpuNanos);
  }

  /// With one more.
  ThreadBalance and(CpuSample sample) {
    Outcome outcome = sample.outcome();
    long taken = outcome == Outcome.TAKEN ? 1 : 0;
    long missing = outcome == Outcome.FAILED ? 1 : 0;
    long dropped = outcome == Outcome.LOST ? 1 : 0;
    return new ThreadBalance(
        name,
        samples + taken * sample.count(),
        sampledNanos + taken * sample.weightNanos(),
        biased + (sample.biased() ? taken * sample.count() : 0),
        failed + missing * sample.count(),
        failedNanos + missing * sample.weightNanos(),
        lost + dropped * sample.count(),
        lostNanos + dropped * sample.weightNanos(),
        cpuNanos);
  }

  /// Both together, under this one's name. Its CPU time is known if that of both is.
  ThreadBalance and(ThreadBalance other) {
    return new ThreadBalance(
        name,
        samples + other.samples,
        sampledNanos + other.sampledNanos,
        biased + other.biased,
        failed + other.failed,
        failedNanos + other.failedNanos,
        lost + other.lost,
        lostNanos + other.lostNanos,
        cpuNanos == null || other.cpuNanos == null ? null : (Long) (cpuNanos + other.cpuNanos));
  }

  /// All of them as one.
  public static ThreadBalance sum(String name, List<ThreadBalance> all) {
    boolean counted = all.stream().anyMatch(each -> each.cpuNanos() != null);
    ThreadBalance sum = of(name, counted ? 0L : null);
    for (ThreadBalance each : all) {
      // What cannot be held against anything would make the rest look better than it is.
      sum = !counted || each.cpuNanos() != null ? sum.and(each) : sum;
    }
    return sum;
  }

  /// All that is accounted for, if only as lost.
  public long accountedNanos() {
    return sampledNanos + failedNanos + lostNanos;
  }

  /// What the kernel counted and no sample tells of. It can be below zero, by what a period is
  /// coarse. Null where the kernel was not asked.
  public @Nullable Long unexplainedNanos() {
    return cpuNanos == null ? null : (Long) (cpuNanos - accountedNanos());
  }

  /// The same as a part of what the kernel counted; NaN where that is not known, or nothing.
  public double unexplainedShare() {
    Long unexplained = unexplainedNanos();
    return unexplained == null || cpuNanos == null || cpuNanos == 0
        ? Double.NaN
        : (double) unexplained / cpuNanos;
  }
}
