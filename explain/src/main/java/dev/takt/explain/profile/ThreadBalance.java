package dev.takt.explain.profile;

import dev.takt.explain.profile.CpuSample.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sampled CPU time of a thread, compared with the CPU time that the kernel counted.
///
/// @param name the thread's name
/// @param samples the number of samples with a stack
/// @param sampledNanos the CPU time that these represent
/// @param biased how many of them have only an approximate top frame
/// @param failed the number of samples whose stack could not be walked
/// @param failedNanos the CPU time that these represent
/// @param lost the number of dropped samples
/// @param lostNanos the CPU time that these represent, a sampling period each
/// @param cpuNanos the CPU time that the kernel counted; null where it was not recorded
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

  /// This balance plus a sample.
  ThreadBalance plus(CpuSample sample) {
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

  /// The sum of both, under this one's name. Its CPU time is known only if both are.
  ThreadBalance plus(ThreadBalance other) {
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

  /// The sum of all.
  public static ThreadBalance sum(String name, List<ThreadBalance> all) {
    boolean counted = all.stream().anyMatch(each -> each.cpuNanos() != null);
    ThreadBalance sum = of(name, counted ? 0L : null);
    for (ThreadBalance each : all) {
      // Samples of a thread without a kernel count would hide unexplained time of the others.
      sum = !counted || each.cpuNanos() != null ? sum.plus(each) : sum;
    }
    return sum;
  }

  /// The CPU time that samples account for, including failed and lost ones.
  public long accountedNanos() {
    return sampledNanos + failedNanos + lostNanos;
  }

  /// The CPU time that the kernel counted and no sample accounts for. Can be negative, since the
  /// sampling period is coarse. Null where the kernel's count was not recorded.
  public @Nullable Long unexplainedNanos() {
    return cpuNanos == null ? null : (Long) (cpuNanos - accountedNanos());
  }

  /// The same as a fraction of the kernel's count; NaN where that is unknown or 0.
  public double unexplainedShare() {
    Long unexplained = unexplainedNanos();
    return unexplained == null || cpuNanos == null || cpuNanos == 0
        ? Double.NaN
        : (double) unexplained / cpuNanos;
  }
}
