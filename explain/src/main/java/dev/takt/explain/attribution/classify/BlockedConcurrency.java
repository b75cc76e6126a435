package dev.takt.explain.attribution.classify;

import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// How many of the operations in flight were blocked individually at each moment, because their
/// thread waited for a lock, a file or a CPU. A step function with its integral. Immutable.
public final class BlockedConcurrency {

  private final long[] edges;
  private final long[] integral;
  private final int[] blocked;
  private final int servers;

  private BlockedConcurrency(long[] edges, long[] integral, int[] blocked, int servers) {
    this.edges = edges;
    this.integral = integral;
    this.blocked = blocked;
    this.servers = servers;
  }

  /// @param waits the waits; those of one operation do not overlap
  /// @param servers how many operations could be in flight
  public static BlockedConcurrency of(List<StallInterval> waits, int servers) {
    long[] begins = waits.stream().mapToLong(StallInterval::begin).sorted().toArray();
    long[] ends = waits.stream().mapToLong(StallInterval::end).sorted().toArray();
    long[] edges =
        LongStream.concat(Arrays.stream(begins), Arrays.stream(ends)).sorted().distinct().toArray();
    long[] before = new long[edges.length];
    int[] waiting = new int[edges.length];
    int begun = 0;
    int ended = 0;
    for (int i = 0; i < edges.length; i++) {
      if (i > 0) {
        before[i] = before[i - 1] + waiting[i - 1] * (edges[i] - edges[i - 1]);
      }
      while (begun < begins.length && begins[begun] <= edges[i]) {
        begun++;
      }
      while (ended < ends.length && ends[ended] <= edges[i]) {
        ended++;
      }
      // A matched wait may slightly outlast its operation: so the count can exceed the servers.
      waiting[i] = Math.min(servers, begun - ended);
    }
    return new BlockedConcurrency(edges, before, waiting, servers);
  }

  /// The time between two moments, weighted by the fraction of servers that was blocked.
  public long blockedNanos(long from, long to) {
    return to <= from ? 0 : (integralAt(to) - integralAt(from)) / servers;
  }

  private long integralAt(long moment) {
    int found = Arrays.binarySearch(edges, moment);
    int last = found >= 0 ? found : -found - 2;
    return last < 0 ? 0 : integral[last] + blocked[last] * (moment - edges[last]);
  }
}
