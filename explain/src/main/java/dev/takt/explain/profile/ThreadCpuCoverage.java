package dev.takt.explain.profile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The sampled CPU time of a thread, compared with the CPU time that the kernel counted.
///
/// @param name the thread's name
/// @param taken the samples with a stack
/// @param biased how many of them have only an approximate top frame
/// @param failed the samples whose stack could not be walked
/// @param lost the dropped samples, which represent a sampling period each
/// @param cpuNanos the CPU time that the kernel counted; null where it was not recorded
public record ThreadCpuCoverage(
    String name,
    SampleSum taken,
    long biased,
    SampleSum failed,
    SampleSum lost,
    @Nullable Long cpuNanos) {

  /// Fewer samples say nothing about their bias.
  private static final int MIN_SAMPLES = 10;

  /// A sum of samples.
  ///
  /// @param count how many there are
  /// @param nanos the CPU time that they represent
  public record SampleSum(long count, long nanos) {

    static final SampleSum NONE = new SampleSum(0, 0);

    SampleSum plus(SampleSum other) {
      return new SampleSum(count + other.count, nanos + other.nanos);
    }
  }

  /// A thread without samples.
  static ThreadCpuCoverage of(String name, @Nullable Long cpuNanos) {
    return new ThreadCpuCoverage(name, SampleSum.NONE, 0, SampleSum.NONE, SampleSum.NONE, cpuNanos);
  }

  /// The same samples with another kernel count.
  ThreadCpuCoverage withCpu(long nanos) {
    return new ThreadCpuCoverage(name, taken, biased, failed, lost, nanos);
  }

  /// This balance plus a sample.
  ThreadCpuCoverage plus(CpuSample sample) {
    SampleSum more = new SampleSum(sample.count(), sample.weightNanos());
    return switch (sample.outcome()) {
      case TAKEN ->
          new ThreadCpuCoverage(
              name,
              taken.plus(more),
              biased + (sample.biased() ? sample.count() : 0),
              failed,
              lost,
              cpuNanos);
      case FAILED -> new ThreadCpuCoverage(name, taken, biased, failed.plus(more), lost, cpuNanos);
      case LOST -> new ThreadCpuCoverage(name, taken, biased, failed, lost.plus(more), cpuNanos);
    };
  }

  /// The sum of both, under this one's name. Its CPU time is known only if both are.
  ThreadCpuCoverage plus(ThreadCpuCoverage other) {
    return new ThreadCpuCoverage(
        name,
        taken.plus(other.taken),
        biased + other.biased,
        failed.plus(other.failed),
        lost.plus(other.lost),
        cpuNanos == null || other.cpuNanos == null ? null : (Long) (cpuNanos + other.cpuNanos));
  }

  /// The sum of all.
  public static ThreadCpuCoverage sum(String name, List<ThreadCpuCoverage> all) {
    boolean counted = all.stream().anyMatch(each -> each.cpuNanos() != null);
    ThreadCpuCoverage sum = of(name, counted ? 0L : null);
    for (ThreadCpuCoverage each : all) {
      // Samples of a thread without a kernel count would hide unexplained time of the others.
      sum = !counted || each.cpuNanos() != null ? sum.plus(each) : sum;
    }
    return sum;
  }

  /// Whether more than a fifth of its samples are biased, so that its methods' own times mislead.
  public boolean isBiased() {
    return taken.count >= MIN_SAMPLES && biased > taken.count / 5;
  }

  /// The CPU time that samples account for, including failed and lost ones.
  public long accountedNanos() {
    return taken.nanos + failed.nanos + lost.nanos;
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
