package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import java.util.Arrays;
import java.util.List;

/// What stalls have left behind for the operations that come after them, in one busy period: from
/// the first operation that had to wait until nobody has to any more. For one thread.
///
/// However long a queue is, a stall has made no operation wait for longer than it lasted itself:
/// the work that it kept from being done is what the servers would have done meanwhile. Where that
/// is shared instead of queued for, those that were in the stall wait for those that came in it.
final class Backlog {

  /// Waits come in the order of their ends. So many in a row that begin too late, and those that
  /// come after them are not looked at.
  private static final int LOOK_AHEAD = 256;

  private static final int NONE = -1;

  /// What several threads may use at the same time, each for other busy periods.
  ///
  /// @param stalls that stopped all servers
  /// @param met of each of these, what those that were in it meet when it is over: all that arrived
  ///   in it, but no more than could have been done in it
  /// @param waits of single threads, in the order of their ends
  /// @param convoy those that were held up each for itself
  /// @param servers how many there are
  /// @param causes of each stall, by its number
  /// @param count of causes
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Sources(
      Timeline stalls,
      long[] met,
      List<Claim> waits,
      Convoy convoy,
      int servers,
      int[] causes,
      int count) {

    /// @param arrivals what there was to do
    static Sources of(
        Timeline stalls,
        List<Claim> waits,
        Convoy convoy,
        Arrivals arrivals,
        int servers,
        int[] causes,
        int count) {
      long[] met = new long[stalls.size()];
      Sources sources = new Sources(stalls, met, waits, convoy, servers, causes, count);
      for (int s = 0; s < met.length; s++) {
        long begin = stalls.begin(s);
        long end = stalls.end(s);
        met[s] = Math.min(sources.undone(s, begin, end), arrivals.work(begin, end));
      }
      return sources;
    }

    /// What is known vaguely held up nobody who was held up otherwise.
    private long undone(int segment, long from, long to) {
      return to - from - (stalls.isVague(segment) ? convoy.nanos(from, to) : 0);
    }
  }

  private final Sources sources;
  private final Timeline stalls;
  private final List<Claim> waits;
  private final int servers;
  private final int[] causes;
  private final long[] left;
  private final long[] pending;
  private final long[] together;
  private final long[] longest;
  private final int[] longestStall;
  private final IntList touched = new IntList();
  private final boolean[] isTouched;
  private int period = -1;
  private long position;
  private long begin;
  private int segment;
  private int wait;
  private int firstMet;

  Backlog(Sources sources) {
    this.sources = sources;
    stalls = sources.stalls;
    waits = sources.waits;
    servers = sources.servers;
    causes = sources.causes;
    int count = sources.count;
    left = new long[count];
    pending = new long[count];
    together = new long[count];
    longest = new long[count];
    longestStall = new int[count];
    Arrays.fill(longestStall, NONE);
    isTouched = new boolean[count];
  }

  /// An operation that had to wait.
  ///
  /// @param itsPeriod the number of its busy period, not less than that of the one before
  void slow(int itsPeriod, long due, long start, long end) {
    if (itsPeriod != period) {
      period = itsPeriod;
      begin(due);
    }
    forgetPending();
    advance(due);
    lookAhead(due, start);
    meet(due, end);
  }

  private void begin(long due) {
    begin = due;
    segment = stalls.firstEndingAfter(due);
    firstMet = segment;
    // Whoever is due in the middle of a stall finds what has been left undone from its begin on.
    boolean within = segment < stalls.size() && stalls.begin(segment) < due;
    position = within ? stalls.begin(segment) : due;
    for (int i = 0; i < touched.size(); i++) {
      int cause = touched.get(i);
      left[cause] = 0;
      pending[cause] = 0;
      together[cause] = 0;
      longest[cause] = 0;
      longestStall[cause] = NONE;
      isTouched[cause] = false;
    }
    touched.clear();
  }

  /// Takes in what was stalled since the last look.
  private void advance(long due) {
    while (segment < stalls.size() && stalls.begin(segment) < due) {
      long from = Math.max(position, stalls.begin(segment));
      long to = Math.min(due, stalls.end(segment));
      if (to > from) {
        add(stalls.stall(segment), sources.undone(segment, from, to));
      }
      if (stalls.end(segment) > due) {
        break;
      }
      segment++;
    }
    for (; wait < waits.size() && waits.get(wait).end() <= due; wait++) {
      Claim each = waits.get(wait);
      long nanos = (each.end() - Math.max(begin, each.begin())) / servers;
      if (nanos > 0) {
        add(each.stall(), nanos);
      }
    }
    position = due;
  }

  private void forgetPending() {
    for (int i = 0; i < touched.size(); i++) {
      pending[touched.get(i)] = 0;
      together[touched.get(i)] = 0;
    }
  }

  /// Whoever was in a stall competes, when it is over, with all that arrived in it: with no more
  /// than that, and with no more than could have been done in it.
  private void meet(long due, long end) {
    firstMet = stalls.firstEndingAfter(due, firstMet);
    for (int s = firstMet; s < stalls.size() && stalls.begin(s) < end; s++) {
      long nanos = sources.met[s];
      if (nanos > 0) {
        touch(stalls.stall(s), 0);
        together[causes[stalls.stall(s)]] += nanos;
      }
    }
  }

  /// What goes on when an operation is due, and keeps servers from being free for it, counts up to
  /// its start: for this one only, since for those that come after it there will be more.
  private void lookAhead(long due, long start) {
    int tooLate = 0;
    for (int i = wait; start > due && i < waits.size() && tooLate < LOOK_AHEAD; i++) {
      Claim each = waits.get(i);
      if (each.begin() >= start) {
        tooLate++;
        continue;
      }
      tooLate = 0;
      long nanos = (Math.min(start, each.end()) - Math.max(begin, each.begin())) / servers;
      if (nanos > 0) {
        touch(each.stall(), nanos);
        pending[causes[each.stall()]] += nanos;
      }
    }
  }

  private void add(int stall, long nanos) {
    touch(stall, nanos);
    left[causes[stall]] += nanos;
  }

  private void touch(int stall, long nanos) {
    int cause = causes[stall];
    if (!isTouched[cause]) {
      isTouched[cause] = true;
      touched.add(cause);
    }
    if (nanos > longest[cause] || longestStall[cause] < 0) {
      longest[cause] = nanos;
      longestStall[cause] = stall;
    }
  }

  /// The causes that have left something.
  IntList causes() {
    return touched;
  }

  /// How long the operations before this one were stalled by a cause, and what it met of others
  /// when that was over.
  long nanos(int cause) {
    return left[cause] + pending[cause] + together[cause];
  }

  /// The part of it that goes on: it kept this operation from being sent, and from nothing else.
  long pending(int cause) {
    return pending[cause];
  }

  /// The stall of a cause that was the longest.
  int stall(int cause) {
    return longestStall[cause];
  }
}
