package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
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
final class Aftermath {

  private static final int NOBODY = -1;

  /// @param servers the divisor of its length: the number of servers for the wait of one thread, 1
  ///   for all other intervals
  private record Part(Claim claim, int servers) {

    long begin() {
      return claim.begin();
    }

    long nanosUntil(long moment) {
      return Math.max(0, Math.min(moment, claim.end()) - claim.begin()) / servers;
    }

    long nanos() {
      return nanosUntil(claim.end());
    }
  }

  private final BusyPeriods periods;
  private final Timeline stops;
  private final int[] causes;
  private final List<Part> stalls = new ArrayList<>();
  private final List<Part> contention = new ArrayList<>();
  private final Map<Piece, Integer> owners = new HashMap<>();
  private final long[] over;
  private final long[] given;
  private final int[] latest;
  private long counted;

  /// @param periods the busy periods
  /// @param causes the cause of each stall, by its index
  /// @param count the number of causes
  private Aftermath(BusyPeriods periods, Timeline stops, int[] causes, int count) {
    this.periods = periods;
    this.stops = stops;
    this.causes = causes;
    over = new long[count];
    given = new long[count];
    latest = new int[count];
  }

  /// Identifies a stall, or one piece of it where process stops have split it.
  record Piece(int stall, long begin) {

    static Piece of(Claim claim) {
      return new Piece(claim.stall(), claim.begin());
    }
  }

  /// Finds the consequences of stalls.
  ///
  /// @param stops the stops of whole processes
  /// @param vague other intervals that may have delayed all operations
  /// @param waits the waits of threads that served an operation
  /// @param servers how many operations could be in flight
  /// @param isContention whether a stall, by its index, can be a consequence of another
  /// @return the index of the causing stall, for each piece that is a consequence
  static Map<Piece, Integer> owners(
      BusyPeriods periods,
      Timeline stops,
      List<Claim> vague,
      List<Claim> waits,
      int servers,
      int[] causes,
      int count,
      IntPredicate isContention) {
    Aftermath aftermath = new Aftermath(periods, stops, causes, count);
    for (int s = 0; s < stops.size(); s++) {
      Claim stop = new Claim(stops.begin(s), stops.end(s), 0, stops.stall(s));
      aftermath.stalls.add(new Part(stop, 1));
    }
    vague.forEach(each -> aftermath.add(new Part(each, 1), isContention));
    waits.forEach(each -> aftermath.add(new Part(each, servers), isContention));
    aftermath.find();
    return aftermath.owners;
  }

  private void add(Part part, IntPredicate isContention) {
    (isContention.test(part.claim.stall()) ? contention : stalls).add(part);
  }

  private void find() {
    Comparator<Part> byBegin =
        Comparator.comparingLong(Part::begin)
            .thenComparingLong(each -> each.claim.end())
            .thenComparingInt(each -> each.claim.stall());
    stalls.sort(byBegin);
    contention.sort(byBegin);
    int next = 0;
    int nextWait = 0;
    List<Part> open = new ArrayList<>();
    for (int period = 0; period < periods.size(); period++) {
      long begin = periods.begin(period);
      Arrays.fill(over, 0);
      Arrays.fill(given, 0);
      Arrays.fill(latest, NOBODY);
      counted = begin;
      open.removeIf(each -> each.claim.end() <= begin);
      open.forEach(each -> latest[causes[each.claim.stall()]] = each.claim.stall());
      while (nextWait < contention.size() && contention.get(nextWait).claim.end() <= begin) {
        nextWait++;
      }
      for (;
          nextWait < contention.size() && contention.get(nextWait).begin() < periods.end(period);
          nextWait++) {
        Part wait = contention.get(nextWait);
        for (; next < stalls.size() && stalls.get(next).begin() <= wait.begin(); next++) {
          Part stall = stalls.get(next);
          if (stall.claim.end() > begin) {
            open.add(stall);
            latest[causes[stall.claim.stall()]] = stall.claim.stall();
          }
        }
        closeBy(wait.begin(), open);
        give(wait, open);
      }
    }
  }

  /// Closes the stalls that have ended. A stall counts with its full length, even if it began
  /// before the first operation was due.
  private void closeBy(long moment, List<Part> open) {
    open.removeIf(each -> {
      if (each.claim.end() > moment) {
        return false;
      }
      over[causes[each.claim.stall()]] += each.nanos();
      return true;
    });
  }

  private void give(Part wait, List<Part> open) {
    for (Part each : open) {
      over[causes[each.claim.stall()]] += each.nanosUntil(wait.claim.end());
    }
    long nanos = toGive(wait);
    int most = NOBODY;
    for (int cause = 0; cause < over.length; cause++) {
      if (latest[cause] >= 0
          && over[cause] - given[cause] >= nanos
          && (most < 0 || over[cause] - given[cause] > over[most] - given[most])) {
        most = cause;
      }
    }
    if (most >= 0) {
      given[most] += nanos;
      counted = wait.servers == 1 ? Math.max(counted, wait.claim.end()) : counted;
      owners.put(Piece.of(wait.claim), latest[most]);
    }
    for (Part each : open) {
      over[causes[each.claim.stall()]] -= each.nanosUntil(wait.claim.end());
    }
  }

  /// The time of a wait that uses up lost time. Where several intervals apply to all operations,
  /// each moment counts once; moments in which a process was stopped do not count.
  private long toGive(Part wait) {
    long from = wait.servers == 1 ? Math.max(counted, wait.begin()) : wait.begin();
    long nanos = Math.max(0, wait.claim.end() - from);
    for (int s = stops.firstEndingAfter(from);
        s < stops.size() && stops.begin(s) < wait.claim.end();
        s++) {
      nanos -= Math.min(stops.end(s), wait.claim.end()) - Math.max(stops.begin(s), from);
    }
    return Math.max(0, nanos) / wait.servers;
  }
}
