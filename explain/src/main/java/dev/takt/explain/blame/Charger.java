package dev.takt.explain.blame;

import dev.takt.explain.blame.Timeline.Claim;
import dev.takt.explain.trace.Operations;
import java.util.ArrayList;
import java.util.List;

/// Attributes the excess of slow operations, one busy period after the other in ascending order; it
/// can skip periods. Not thread-safe.
final class Charger {

  private final Evidence evidence;
  private final Operations operations;
  private final Baseline baseline;
  private final Timeline whole;
  private final Timeline vague;
  private final Backlog backlog;
  private final Portions portions;
  private int firstOfVague;

  Charger(Evidence evidence) {
    this.evidence = evidence;
    operations = evidence.operations();
    baseline = evidence.baseline();
    whole = evidence.whole();
    vague = evidence.vague();
    backlog = new Backlog(evidence.backlog());
    portions = new Portions(evidence.isVagueCause());
  }

  /// Attributes the operations of complete busy periods.
  ///
  /// @param from the index of the first one among the slow operations
  /// @param to the index after the last one
  void charge(int from, int to, Shares shares) {
    for (int place = from; place < to; place++) {
      int i = evidence.slow()[place];
      backlog.slow(
          evidence.periods().of(place), operations.due(i), operations.start(i), operations.end(i));
      charge(i, shares);
    }
  }

  private void charge(int i, Shares shares) {
    long excess = baseline.excess(operations, i);
    // The normal time is service time, so excess counts as wait first.
    long waiting = Math.min(excess, operations.waiting(i));
    portions.begin(waiting, excess - waiting);
    direct(i);
    portions.capDirect();
    // Before lateness: the generator, too, has to work off a backlog, and is late by that.
    portions.inherit(backlog);
    portions.late(evidence.sentLate(), evidence.late().withOthers(i));
    shares.begin(excess);
    portions.tell(shares);
  }

  /// Attributes time during stalls: first to those that stopped everything, then to the waits of
  /// the thread that served the operation, then to vague ones.
  private void direct(int i) {
    List<Claim> waits = evidence.waits().apply(i);
    if (waits.isEmpty()) {
      firstOfVague = vague.firstEndingAfter(operations.due(i), firstOfVague);
      overlaps(vague, firstOfVague, i);
      return;
    }
    List<Claim> own = new ArrayList<>();
    claimsWithin(whole, i, 0, own);
    own.addAll(waits);
    claimsWithin(vague, i, Attribution.VAGUE_RANK, own);
    Timeline timeline = Timeline.of(own);
    overlaps(timeline, timeline.firstEndingAfter(operations.due(i)), i);
  }

  private void claimsWithin(Timeline timeline, int i, int rank, List<Claim> to) {
    for (int s = timeline.firstEndingAfter(operations.due(i));
        s < timeline.size() && timeline.begin(s) < operations.end(i);
        s++) {
      to.add(
          new Claim(
              timeline.begin(s),
              timeline.end(s),
              rank,
              timeline.stall(s),
              timeline.isAftermath(s)));
    }
  }

  private void overlaps(Timeline timeline, int first, int i) {
    long due = operations.due(i);
    long start = operations.start(i);
    long end = operations.end(i);
    for (int s = first; s < timeline.size() && timeline.begin(s) < end; s++) {
      int stall = timeline.stall(s);
      int cause = evidence.causes()[stall];
      long ofWait = common(timeline, s, due, start) - heldUp(timeline, s, due, start);
      long ofService = common(timeline, s, start, end);
      if (timeline.isAftermath(s)) {
        portions.aftermath(cause, stall, ofWait, ofService);
      } else {
        portions.direct(cause, stall, ofWait, ofService);
      }
    }
  }

  /// The part of a vague interval that does not count for an operation that waits for a connection:
  /// the operations on the connections were blocked themselves, so the interval delayed none of
  /// them.
  private long heldUp(Timeline timeline, int segment, long from, long to) {
    return timeline.isVague(segment)
        ? evidence
            .convoy()
            .nanos(Math.max(timeline.begin(segment), from), Math.min(timeline.end(segment), to))
        : 0;
  }

  private static long common(Timeline timeline, int segment, long from, long to) {
    return Math.max(
        0, Math.min(timeline.end(segment), to) - Math.max(timeline.begin(segment), from));
  }
}
