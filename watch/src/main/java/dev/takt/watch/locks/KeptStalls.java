package dev.takt.watch.locks;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.LongestStalls;
import dev.takt.watch.observer.OwnThreads;

/// The stalls that events tell of, as many as there is room for: a recording of hours can hold tens
/// of millions of events. Of more, the longest are kept, and what is left out is told.
final class KeptStalls {

  /// Some 300 bytes each.
  private static final int MOST = 200_000;

  private final LongestStalls longest;

  KeptStalls() {
    this(MOST);
  }

  KeptStalls(int most) {
    longest = new LongestStalls(most);
  }

  /// Takes one, unless it is of a thread that is there only because the JVM is watched.
  void add(Stall stall) {
    Stall.Actor thread = stall.thread();
    if (thread == null || !OwnThreads.isOne(thread.name())) {
      longest.add(stall);
    }
  }

  /// Hands on what there is.
  void tell(Side side, StallSink found) {
    longest.list().forEach(found::add);
    if (longest.omitted() > 0) {
      found.add(
          new NotObservable(
              side,
              longest.omitted() + " of the shortest waits",
              "there were more than can be kept: watch for a shorter time"));
    }
  }
}
