package dev.takt.runs.allocation;

import com.fasterxml.jackson.annotation.JsonIgnore;
import org.jspecify.annotations.Nullable;

/// What the target's threads allocated on the heap during the measured part of a run.
///
/// The JVM counts it per thread. Takt reads these counters periodically, so the first and the last
/// reading do not coincide with the begin and the end of the measured part: `bytes` assumes a
/// constant rate between two readings, `atLeast` and `atMost` do not.
///
/// @param bytes the most likely value
/// @param atLeast what was certainly allocated within the measured part
/// @param atMost what was allocated from the last reading before it to the first one after it; null
///   if threads may have allocated more that ended before they were read
/// @param nanos the length of the measured part
/// @param endedThreads the number of threads that ended meanwhile. What they allocated since the
///   last reading is in no figure
/// @param heap the same from the heap's occupancy, as a check; null if it is not known
public record AllocatedBytes(
    long bytes,
    long atLeast,
    @Nullable Long atMost,
    long nanos,
    int endedThreads,
    @Nullable HeapCheck heap) {

  /// A larger relative difference between heap and threads means that the counters miss something.
  private static final double MAX_DIFFERENCE = 0.1;

  /// What was allocated between the first and the last collection of the measured part.
  ///
  /// @param byHeap from the occupancy of the heap before and after each collection, in bytes
  /// @param byThreads from the counters of threads, for the same time, in bytes
  public record HeapCheck(long byHeap, long byThreads) {

    /// Whether clearly more was allocated than the counters say. Then there were threads that did
    /// not live long enough to be read.
    @JsonIgnore
    public boolean isMore() {
      return byHeap > byThreads * (1 + MAX_DIFFERENCE);
    }
  }

  /// What several targets allocated at the same time.
  ///
  /// @param some null if it is not known
  /// @param others null if it is not known
  public static @Nullable AllocatedBytes sum(
      @Nullable AllocatedBytes some, @Nullable AllocatedBytes others) {
    if (some == null || others == null) {
      return some == null ? others : some;
    }
    return new AllocatedBytes(
        some.bytes + others.bytes,
        some.atLeast + others.atLeast,
        some.atMost == null || others.atMost == null ? null : some.atMost + others.atMost,
        Math.max(some.nanos, others.nanos),
        some.endedThreads + others.endedThreads,
        some.heap == null || others.heap == null
            ? null
            : new HeapCheck(
                some.heap.byHeap + others.heap.byHeap,
                some.heap.byThreads + others.heap.byThreads));
  }
}
