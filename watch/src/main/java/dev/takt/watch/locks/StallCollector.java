package dev.takt.watch.locks;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.Stall;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.AgentThreads;
import dev.takt.watch.observer.LongestStalls;

/// Collects the stalls of events up to a memory limit, since a recording of hours can hold tens of
/// millions of events. Keeps the longest ones, and reports how many were dropped.
final class StallCollector {

  /// At about 300 bytes each.
  private static final int MAX_STALLS = 200_000;

  private final LongestStalls longest;

  StallCollector() {
    this(MAX_STALLS);
  }

  StallCollector(int most) {
    longest = new LongestStalls(most);
  }

  /// Adds a stall, unless its thread exists only because the JVM is watched.
  void add(Stall stall) {
    Stall.Actor thread = stall.thread();
    if (thread == null || !AgentThreads.contains(thread.name())) {
      longest.add(stall);
    }
  }

  /// Passes the stalls on.
  void report(Side side, StallSink found) {
    longest.list().forEach(found::add);
    if (longest.omitted() > 0) {
      found.add(
          new NotObservable(
              side,
              longest.omitted() + " of the shortest waits",
              "they exceed the memory limit: watch for a shorter time"));
    }
  }
}
