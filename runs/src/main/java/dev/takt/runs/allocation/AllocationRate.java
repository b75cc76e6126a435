package dev.takt.runs.allocation;

import org.jspecify.annotations.Nullable;

/// How much the target allocated on the heap, per operation and per second, during the measured
/// part of a run.
///
/// @param bytesPerOperation the bytes per operation that was sent
/// @param atLeast a lower bound of it
/// @param atMost an upper bound of it; null if allocations were missed, so that there is none
/// @param bytesPerSecond the bytes per second
public record AllocationRate(
    double bytesPerOperation, double atLeast, @Nullable Double atMost, double bytesPerSecond) {

  /// The rate of a run; null if it is not known, or nothing was sent.
  ///
  /// @param allocated what the target allocated; null if that is not known
  /// @param sent the number of operations sent at the same time
  public static @Nullable AllocationRate of(@Nullable AllocatedBytes allocated, long sent) {
    if (allocated == null || sent <= 0 || allocated.nanos() <= 0) {
      return null;
    }
    return new AllocationRate(
        (double) allocated.bytes() / sent,
        (double) allocated.atLeast() / sent,
        allocated.atMost() == null ? null : (double) allocated.atMost() / sent,
        allocated.bytes() / (allocated.nanos() / 1e9));
  }
}
