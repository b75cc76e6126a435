package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.BlockedConcurrency;
import dev.takt.explain.attribution.classify.IntList;
import dev.takt.explain.attribution.classify.StallIndex;
import dev.takt.explain.attribution.classify.Timeline;
import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.runs.time.TimeInterval;
import java.util.Arrays;
import java.util.List;

/// Tracks, within one busy period, how much delay stalls carry over to later operations through the
/// queue. Not thread-safe.
///
/// A stall cannot delay a later operation by more than its own length, however long the queue is:
/// the delayed work is what the servers would have done during the stall. Where servers are shared
/// instead of queued for, the operations in flight during the stall also compete with those that
/// arrived in it.
final class QueueCarryover {

  /// Waits are ordered by their ends. After this many in a row that begin too late, the scan stops.
  private static final int MAX_LOOK_AHEAD = 256;

  private static final int NONE = -1;

  /// The input, shared by several threads, each of which processes other busy periods. Never
  /// modified after its construction.
  ///
  /// @param index the stalls and their causes
  /// @param stopped the intervals in which all servers were stopped
  /// @param competingWork for each of these, the work that operations in flight compete with when
  ///   it is over: all that arrived in it, but at most what could have been done in it
  /// @param waits the waits of single threads, in the order of their ends
  /// @param blockedConcurrency how many operations were blocked individually
  /// @param servers the number of servers
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Input(
      StallIndex index,
      Timeline stopped,
      long[] competingWork,
      List<StallInterval> waits,
      BlockedConcurrency blockedConcurrency,
      int servers) {

    static Input of(
        StallIndex index,
        Timeline stopped,
        List<StallInterval> waits,
        BlockedConcurrency blockedConcurrency,
        OfferedWork offeredWork,
        int servers) {
      long[] work = new long[stopped.size()];
      Input input = new Input(index, stopped, work, waits, blockedConcurrency, servers);
      for (int s = 0; s < work.length; s++) {
        long begin = stopped.begin(s);
        long end = stopped.end(s);
        work[s] = Math.min(input.delayedNanos(s, begin, end), offeredWork.between(begin, end));
      }
      return input;
    }

    /// The time in which work was not done. A vague interval did not delay operations that were
    /// blocked individually at the same time.
    private long delayedNanos(int segment, long from, long to) {
      return to - from - (stopped.isVague(segment) ? blockedConcurrency.blockedNanos(from, to) : 0);
    }
  }

  private final Input input;
  private final Timeline stopped;
  private final List<StallInterval> waits;
  private final int servers;
  private final int[] causes;
  private final long[] carriedOver;
  private final long[] pending;
  private final long[] competing;
  private final long[] longest;
  private final int[] longestStall;
  private final IntList activeCauses = new IntList();
  private final boolean[] isActive;
  private int period = -1;
  private long position;
  private long begin;
  private int segment;
  private int wait;
  private int firstCompeting;

  QueueCarryover(Input input) {
    this.input = input;
    stopped = input.stopped;
    waits = input.waits;
    servers = input.servers;
    causes = input.index.causeOf();
    int count = input.index.causes().size();
    carriedOver = new long[count];
    pending = new long[count];
    competing = new long[count];
    longest = new long[count];
    longestStall = new int[count];
    Arrays.fill(longestStall, NONE);
    isActive = new boolean[count];
  }

  /// Moves to the next slow operation; the getters then refer to it.
  ///
  /// @param itsPeriod the index of its busy period, not less than that of the previous operation
  void moveTo(int itsPeriod, long due, long start, long end) {
    if (itsPeriod != period) {
      period = itsPeriod;
      begin(due);
    }
    clearPending();
    addStalled(due);
    addPendingWaits(due, start);
    addCompetingWork(due, end);
  }

  private void begin(long due) {
    begin = due;
    segment = stopped.firstEndingAfter(due);
    firstCompeting = segment;
    // An operation that is due during a stall finds the work that was delayed since its begin.
    boolean within = segment < stopped.size() && stopped.begin(segment) < due;
    position = within ? stopped.begin(segment) : due;
    for (int i = 0; i < activeCauses.size(); i++) {
      int cause = activeCauses.get(i);
      carriedOver[cause] = 0;
      pending[cause] = 0;
      competing[cause] = 0;
      longest[cause] = 0;
      longestStall[cause] = NONE;
      isActive[cause] = false;
    }
    activeCauses.clear();
  }

  /// Adds the stalled time since the previous operation was due.
  private void addStalled(long due) {
    while (segment < stopped.size() && stopped.begin(segment) < due) {
      long from = Math.max(position, stopped.begin(segment));
      long to = Math.min(due, stopped.end(segment));
      if (to > from) {
        add(stopped.stall(segment), input.delayedNanos(segment, from, to));
      }
      if (stopped.end(segment) > due) {
        break;
      }
      segment++;
    }
    for (; wait < waits.size() && waits.get(wait).end() <= due; wait++) {
      StallInterval each = waits.get(wait);
      long nanos = TimeInterval.overlap(each.begin(), each.end(), begin, due) / servers;
      if (nanos > 0) {
        add(each.stall(), nanos);
      }
    }
    position = due;
  }

  private void clearPending() {
    for (int i = 0; i < activeCauses.size(); i++) {
      pending[activeCauses.get(i)] = 0;
      competing[activeCauses.get(i)] = 0;
    }
  }

  /// Adds the work that the operation competes with after each stall that it was in flight in: the
  /// work that arrived in the stall, but at most what could have been done in it.
  private void addCompetingWork(long due, long end) {
    firstCompeting = stopped.firstEndingAfter(due, firstCompeting);
    for (int s = firstCompeting; s < stopped.size() && stopped.begin(s) < end; s++) {
      long nanos = input.competingWork[s];
      if (nanos > 0) {
        markActive(stopped.stall(s), 0);
        competing[causes[stopped.stall(s)]] += nanos;
      }
    }
  }

  /// Adds the waits that are in progress when the operation is due and keep servers busy, up to its
  /// start. They count for this operation only; for later ones they are measured again.
  private void addPendingWaits(long due, long start) {
    int tooLate = 0;
    for (int i = wait; start > due && i < waits.size() && tooLate < MAX_LOOK_AHEAD; i++) {
      StallInterval each = waits.get(i);
      if (each.begin() >= start) {
        tooLate++;
        continue;
      }
      tooLate = 0;
      long nanos = TimeInterval.overlap(each.begin(), each.end(), begin, start) / servers;
      if (nanos > 0) {
        markActive(each.stall(), nanos);
        pending[causes[each.stall()]] += nanos;
      }
    }
  }

  private void add(int stall, long nanos) {
    markActive(stall, nanos);
    carriedOver[causes[stall]] += nanos;
  }

  private void markActive(int stall, long nanos) {
    int cause = causes[stall];
    if (!isActive[cause]) {
      isActive[cause] = true;
      activeCauses.add(cause);
    }
    if (nanos > longest[cause] || longestStall[cause] < 0) {
      longest[cause] = nanos;
      longestStall[cause] = stall;
    }
  }

  /// The causes that carry over delay to the current operation.
  IntList causes() {
    return activeCauses;
  }

  /// The delay that a cause carries over: the time that it stalled in the busy period, and the work
  /// that the operation competed with afterwards.
  long nanos(int cause) {
    return carriedOver[cause] + pending[cause] + competing[cause];
  }

  /// The part of [#nanos] that was still in progress: it can only have delayed sending.
  long pending(int cause) {
    return pending[cause];
  }

  /// The longest stall of a cause, by its index.
  int stall(int cause) {
    return longestStall[cause];
  }
}
