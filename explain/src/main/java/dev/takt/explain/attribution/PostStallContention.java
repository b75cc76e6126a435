package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.attribution.classify.Timeline;
import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/// Finds the run-queue waits that are consequences of an earlier stall.
///
/// After a stall, all delayed work is done at once, so threads of the target and the generator
/// compete for CPUs. That contention is attributed to the stall, up to the time that was lost: in
/// one busy period, at most as much as the stalls of a cause had lasted until then. Any further
/// contention is a cause of its own. Not thread-safe.
final class PostStallContention {

  private static final int NONE = -1;

  /// @param servers the divisor of its length: the number of servers for the wait of one thread, 1
  ///   for all other intervals
  private record WeightedInterval(StallInterval interval, int servers) {

    long begin() {
      return interval.begin();
    }

    long nanosUntil(long moment) {
      return Math.max(0, Math.min(moment, interval.end()) - interval.begin()) / servers;
    }

    long nanos() {
      return nanosUntil(interval.end());
    }
  }

  private final BusyPeriods periods;
  private final Timeline stops;
  private final int[] causes;
  private final List<WeightedInterval> stalls = new ArrayList<>();
  private final List<WeightedInterval> contention = new ArrayList<>();
  private final Map<Piece, Integer> owners = new HashMap<>();
  private final long[] stalledNanos;
  private final long[] assignedNanos;
  private final int[] latestStall;
  private long countedUntil;

  private PostStallContention(BusyPeriods periods, StallIndex index) {
    this.periods = periods;
    stops = index.whole();
    causes = index.causeOf();
    int count = index.causes().size();
    stalledNanos = new long[count];
    assignedNanos = new long[count];
    latestStall = new int[count];
  }

  /// Identifies a stall, or one piece of it where process stops have split it.
  record Piece(int stall, long begin) {

    static Piece of(StallInterval interval) {
      return new Piece(interval.stall(), interval.begin());
    }
  }

  /// Finds the consequences of stalls.
  ///
  /// @param waits the waits of threads that served an operation
  /// @param servers how many operations could be in flight
  /// @param isContention whether a stall, by its index, can be a consequence of another
  /// @return the index of the causing stall, for each piece that is a consequence
  static Map<Piece, Integer> owners(
      BusyPeriods periods,
      StallIndex index,
      List<StallInterval> waits,
      int servers,
      IntPredicate isContention) {
    PostStallContention finder = new PostStallContention(periods, index);
    Timeline stops = index.whole();
    for (int s = 0; s < stops.size(); s++) {
      StallInterval stop = new StallInterval(stops.begin(s), stops.end(s), 0, stops.stall(s));
      finder.stalls.add(new WeightedInterval(stop, 1));
    }
    index
        .classification()
        .vague()
        .forEach(each -> finder.add(new WeightedInterval(each, 1), isContention));
    waits.forEach(each -> finder.add(new WeightedInterval(each, servers), isContention));
    finder.find();
    return finder.owners;
  }

  private void add(WeightedInterval part, IntPredicate isContention) {
    (isContention.test(part.interval.stall()) ? contention : stalls).add(part);
  }

  private void find() {
    Comparator<WeightedInterval> byBegin =
        Comparator.comparingLong(WeightedInterval::begin)
            .thenComparingLong(each -> each.interval.end())
            .thenComparingInt(each -> each.interval.stall());
    stalls.sort(byBegin);
    contention.sort(byBegin);
    int next = 0;
    int nextWait = 0;
    List<WeightedInterval> open = new ArrayList<>();
    for (int period = 0; period < periods.size(); period++) {
      long begin = periods.begin(period);
      Arrays.fill(stalledNanos, 0);
      Arrays.fill(assignedNanos, 0);
      Arrays.fill(latestStall, NONE);
      countedUntil = begin;
      open.removeIf(each -> each.interval.end() <= begin);
      open.forEach(each -> latestStall[causes[each.interval.stall()]] = each.interval.stall());
      while (nextWait < contention.size() && contention.get(nextWait).interval.end() <= begin) {
        nextWait++;
      }
      for (;
          nextWait < contention.size() && contention.get(nextWait).begin() < periods.end(period);
          nextWait++) {
        WeightedInterval wait = contention.get(nextWait);
        for (; next < stalls.size() && stalls.get(next).begin() <= wait.begin(); next++) {
          WeightedInterval stall = stalls.get(next);
          if (stall.interval.end() > begin) {
            open.add(stall);
            latestStall[causes[stall.interval.stall()]] = stall.interval.stall();
          }
        }
        closeEnded(wait.begin(), open);
        assign(wait, open);
      }
    }
  }

  /// Closes the stalls that have ended. A stall counts with its full length, even if it began
  /// before the first operation was due.
  private void closeEnded(long moment, List<WeightedInterval> open) {
    open.removeIf(each -> {
      if (each.interval.end() > moment) {
        return false;
      }
      stalledNanos[causes[each.interval.stall()]] += each.nanos();
      return true;
    });
  }

  private void assign(WeightedInterval wait, List<WeightedInterval> open) {
    for (WeightedInterval each : open) {
      stalledNanos[causes[each.interval.stall()]] += each.nanosUntil(wait.interval.end());
    }
    long nanos = contentionNanos(wait);
    int most = NONE;
    for (int cause = 0; cause < stalledNanos.length; cause++) {
      if (latestStall[cause] >= 0
          && stalledNanos[cause] - assignedNanos[cause] >= nanos
          && (most < 0
              || stalledNanos[cause] - assignedNanos[cause]
                  > stalledNanos[most] - assignedNanos[most])) {
        most = cause;
      }
    }
    if (most >= 0) {
      assignedNanos[most] += nanos;
      countedUntil = wait.servers == 1 ? Math.max(countedUntil, wait.interval.end()) : countedUntil;
      owners.put(Piece.of(wait.interval), latestStall[most]);
    }
    for (WeightedInterval each : open) {
      stalledNanos[causes[each.interval.stall()]] -= each.nanosUntil(wait.interval.end());
    }
  }

  /// The time of a wait that uses up lost time. Where several intervals apply to all operations,
  /// each moment counts once; moments in which a process was stopped do not count.
  private long contentionNanos(WeightedInterval wait) {
    long from = wait.servers == 1 ? Math.max(countedUntil, wait.begin()) : wait.begin();
    long to = Math.max(from, wait.interval.end());
    return (to - from - stops.overlap(from, to)) / wait.servers;
  }
}
