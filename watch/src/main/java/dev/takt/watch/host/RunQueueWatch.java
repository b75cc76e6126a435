package dev.takt.watch.host;

import java.util.List;

/// Sees waits for processors, in one of several ways. For one thread at a time.
interface RunQueueWatch extends AutoCloseable {

  /// How often it is to be polled.
  long periodNanos();

  /// Looks at what has happened.
  void poll(long now);

  /// Looks for the last time.
  void finish(long now);

  /// How far an edge can be from the truth.
  long errorNanos();

  /// Switches that were recorded, each of which has cost whoever made it.
  default long switches() {
    return 0;
  }

  /// Records that were lost.
  long lost();

  /// What it cannot see, a sentence each.
  List<String> blind();

  @Override
  void close();
}
