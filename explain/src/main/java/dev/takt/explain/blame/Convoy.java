package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// How many of the operations in flight were blocked individually at each moment, because their
/// thread waited for a lock, a file or a CPU. A step function with its integral. Immutable.
final class Convoy {

  private final long[] edges;
  private final long[] before;
  private final int[] waiting;
  private final int servers;

  private Convoy(long[] edges, long[] before, int[] waiting, int servers) {
    this.edges = edges;
    this.before = before;
    this.waiting = waiting;
    this.servers = servers;
  }

  /// @param waits the waits; those of one operation do not overlap
  /// @param servers how many operations could be in flight
  static Convoy of(List<Claim> waits, int servers) {
    long[] begins = waits.stream().mapToLong(Claim::begin).sorted().toArray();
    long[] ends = waits.stream().mapToLong(Claim::end).sorted().toArray();
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
    return new Convoy(edges, before, waiting, servers);
  }

  /// The time between two moments, weighted by the fraction of servers that was blocked.
  long nanos(long from, long to) {
    return to <= from ? 0 : (until(to) - until(from)) / servers;
  }

  private long until(long moment) {
    int found = Arrays.binarySearch(edges, moment);
    int last = found >= 0 ? found : -found - 2;
    return last < 0 ? 0 : before[last] + waiting[last] * (moment - edges[last]);
  }
}
