package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import java.util.List;

/// What stalls have left behind for the operations that come after them, in one busy period: from
/// the first operation that had to wait until nobody has to any more. For one thread.
///
/// However long a queue is, a stall has made no operation wait for longer than it lasted itself:
/// the work that it kept from being done is what the servers would have done meanwhile.
final class Backlog {

  /// Waits come in the order of their ends. So many in a row that begin too late, and those that
  /// come after them are not looked at.
  private static final int LOOK_AHEAD = 256;

  private final Timeline stalls;
  private final List<Claim> waits;
  private final int servers;
  private final int[] causes;
  private final long[] left;
  private final long[] pending;
  private final long[] longest;
  private final int[] longestStall;
  private final IntList touched = new IntList();
  private final boolean[] isTouched;
  private int period = -1;
  private long position;
  private long begin;
  private int segment;
  private int wait;

  /// @param stalls that stopped all servers
  /// @param waits of single threads, in the order of their ends
  /// @param servers how many there are
  /// @param causes of each stall, by its number
  /// @param count of causes
  Backlog(Timeline stalls, List<Claim> waits, int servers, int[] causes, int count) {
    this.stalls = stalls;
    this.waits = waits;
    this.servers = servers;
    this.causes = causes;
    left = new long[count];
    pending = new long[count];
    longest = new long[count];
    longestStall = new int[count];
    isTouched = new boolean[count];
  }

  /// An operation that had to wait.
  ///
  /// @param itsPeriod the number of its busy period, not less than that of the one before
  void slow(int itsPeriod, long due, long start) {
    if (itsPeriod != period) {
      period = itsPeriod;
      begin(due);
    }
    forgetPending();
    advance(due);
    lookAhead(due, start);
  }

  private void begin(long due) {
    begin = due;
    segment = stalls.firstEndingAfter(due);
    // Whoever is due in the middle of a stall finds what has been left undone from its begin on.
    boolean within = segment < stalls.size() && stalls.begin(segment) < due;
    position = within ? stalls.begin(segment) : due;
    for (int i = 0; i < touched.size(); i++) {
      int cause = touched.get(i);
      left[cause] = 0;
      pending[cause] = 0;
      longest[cause] = 0;
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
        add(stalls.stall(segment), to - from);
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
    if (nanos > longest[cause]) {
      longest[cause] = nanos;
      longestStall[cause] = stall;
    }
  }

  /// The causes that have left something.
  IntList causes() {
    return touched;
  }

  /// How long the operations before this one were stalled by a cause.
  long nanos(int cause) {
    return left[cause] + pending[cause];
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
