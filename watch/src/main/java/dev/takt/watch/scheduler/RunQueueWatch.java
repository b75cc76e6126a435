package dev.takt.watch.scheduler;

import java.util.List;

/// A mechanism that records run-queue waits. One for each [RunQueueStrategy], or shared by two. Not
/// thread-safe.
interface RunQueueWatch extends AutoCloseable {

  /// How often to call [#poll].
  long periodNanos();

  /// Processes what has been recorded since the last call.
  void poll(long now);

  /// Processes the rest, and reports stalls that have not ended.
  void finish(long now);

  /// The largest error of an edge of a stall.
  long errorNanos();

  /// How many context switches were recorded; each record costs the switching thread time.
  default long switches() {
    return 0;
  }

  /// How many records were lost.
  long lost();

  /// What it cannot see, one sentence each.
  List<String> blindSpots();

  @Override
  void close();
}
