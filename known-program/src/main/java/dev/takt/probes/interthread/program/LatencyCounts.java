package dev.takt.probes.interthread.program;

import java.io.PrintStream;

/// Counts latencies with an error below 0.1 %. Not thread-safe.
public final class LatencyCounts {

  private static final int EXACT_BITS = 11;
  private static final int HALF = 1 << (EXACT_BITS - 1);

  private final long[] counts = new long[HALF * (Long.SIZE - EXACT_BITS + 2)];

  public LatencyCounts() {}

  /// Counts a latency.
  ///
  /// @param nanos less than 0 counts as 0
  public void record(long nanos) {
    counts[index(Math.max(0, nanos))]++;
  }

  /// Prints a line for each value that occurred: the name, the value and how often it did.
  public void print(String name, PrintStream out) {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        out.println(name + ' ' + value(i) + ' ' + counts[i]);
      }
    }
  }

  private static int index(long nanos) {
    int shift = Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(nanos) - EXACT_BITS);
    return shift * HALF + (int) (nanos >>> shift);
  }

  /// The largest latency that is counted there.
  private static long value(int index) {
    int shift = Math.max(0, index / HALF - 1);
    return ((index - (long) shift * HALF + 1) << shift) - 1;
  }
}
