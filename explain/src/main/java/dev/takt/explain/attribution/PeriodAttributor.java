package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.Timeline;
import dev.takt.explain.attribution.classify.Timeline.StallInterval;
import dev.takt.explain.trace.Operations;
import java.util.ArrayList;
import java.util.List;

/// Attributes the excess of slow operations, one busy period after the other in ascending order; it
/// can skip periods. Not thread-safe.
final class PeriodAttributor {

  private final AttributionInput input;
  private final Operations operations;
  private final Baseline baseline;
  private final int[] causeOf;
  private final Timeline whole;
  private final Timeline vague;
  private final QueueCarryover carryover;
  private final ShareAccumulator accumulator;
  private int vagueCursor;

  PeriodAttributor(AttributionInput input) {
    this.input = input;
    operations = input.operations();
    baseline = input.baseline();
    causeOf = input.stalls().causeOf();
    whole = input.stalls().whole();
    vague = input.blocked().wholeThenVague();
    carryover = new QueueCarryover(input.carryover());
    accumulator = new ShareAccumulator(input.stalls().isVague());
  }

  /// Attributes the operations of complete busy periods.
  ///
  /// @param from the index of the first one among the slow operations
  /// @param to the index after the last one
  void attribute(int from, int to, ShareColumns shares) {
    for (int place = from; place < to; place++) {
      int i = input.slow()[place];
      carryover.moveTo(
          input.periods().of(place), operations.due(i), operations.start(i), operations.end(i));
      attribute(i, shares);
    }
  }

  private void attribute(int i, ShareColumns shares) {
    long excess = baseline.excess(operations, i);
    // The normal time is service time, so excess counts as wait first.
    long waiting = Math.min(excess, operations.waiting(i));
    accumulator.begin(waiting, excess - waiting);
    addDirect(i);
    accumulator.capDirect();
    // Before lateness: the generator, too, has to work off a backlog, and is late by that.
    accumulator.addInherited(carryover);
    accumulator.addLate(input.stalls().sentLateIndex(), input.lateness().total(i));
    shares.beginOperation(excess);
    accumulator.flushTo(shares);
  }

  /// Attributes time during stalls: first to those that stopped everything, then to the waits of
  /// the thread that served the operation, then to vague ones.
  private void addDirect(int i) {
    List<StallInterval> waits = input.blocked().waits().apply(i);
    if (waits.isEmpty()) {
      vagueCursor = vague.firstEndingAfter(operations.due(i), vagueCursor);
      addOverlaps(vague, vagueCursor, i);
      return;
    }
    List<StallInterval> own = new ArrayList<>();
    addOverlapping(whole, i, 0, own);
    own.addAll(waits);
    addOverlapping(vague, i, Timeline.VAGUE_RANK, own);
    Timeline timeline = Timeline.of(own);
    addOverlaps(timeline, timeline.firstEndingAfter(operations.due(i)), i);
  }

  private void addOverlapping(Timeline timeline, int i, int rank, List<StallInterval> to) {
    for (int s = timeline.firstEndingAfter(operations.due(i));
        s < timeline.size() && timeline.begin(s) < operations.end(i);
        s++) {
      to.add(
          new StallInterval(
              timeline.begin(s),
              timeline.end(s),
              rank,
              timeline.stall(s),
              timeline.isContention(s)));
    }
  }

  private void addOverlaps(Timeline timeline, int first, int i) {
    long due = operations.due(i);
    long start = operations.start(i);
    long end = operations.end(i);
    for (int s = first; s < timeline.size() && timeline.begin(s) < end; s++) {
      int stall = timeline.stall(s);
      int cause = causeOf[stall];
      long ofWait = timeline.overlap(s, due, start) - individuallyBlocked(timeline, s, due, start);
      long ofService = timeline.overlap(s, start, end);
      if (timeline.isContention(s)) {
        accumulator.addContention(cause, stall, ofWait, ofService);
      } else {
        accumulator.addDirect(cause, stall, ofWait, ofService);
      }
    }
  }

  /// The part of a vague interval that does not count for an operation that waits for a connection:
  /// the operations on the connections were blocked themselves, so the interval delayed none of
  /// them.
  private long individuallyBlocked(Timeline timeline, int segment, long from, long to) {
    return timeline.isVague(segment)
        ? input
            .blocked()
            .concurrency()
            .blockedNanos(
                Math.max(timeline.begin(segment), from), Math.min(timeline.end(segment), to))
        : 0;
  }
}
