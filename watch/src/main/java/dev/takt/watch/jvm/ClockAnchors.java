package dev.takt.watch.jvm;

import dev.takt.record.ClockAnchor;
import java.util.ArrayList;
import java.util.List;

/// Reads the monotonic and the wall clock once a second while it runs, so that a wall clock that is
/// set meanwhile is noticed. A reading takes a few µs. Thread-safe.
final class ClockAnchors {

  /// How many readings are taken at the begin and at the end, where recordings begin and end.
  private static final int EDGE_READINGS = 5;

  private static final long PERIOD_MILLIS = 1_000;

  private final Runnable periodicTask;
  private final List<ClockAnchor> anchors = new ArrayList<>();
  private final Thread thread;

  /// @param periodicTask an additional task that runs with each reading
  ClockAnchors(Runnable periodicTask) {
    this.periodicTask = periodicTask;
    this.thread = Thread.ofPlatform().daemon().name("takt-anchors").unstarted(this::run);
  }

  void start() {
    read(EDGE_READINGS);
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        read(1);
        periodicTask.run();
      }
    } catch (InterruptedException e) {
      // finish() ends the thread so.
    }
  }

  private void read(int count) {
    for (int i = 0; i < count; i++) {
      ClockAnchor anchor = ClockAnchor.now();
      synchronized (anchors) {
        anchors.add(anchor);
      }
    }
  }

  /// Takes the last readings and ends.
  void finish() {
    thread.interrupt();
    read(EDGE_READINGS);
  }

  /// The readings so far.
  List<ClockAnchor> snapshot() {
    synchronized (anchors) {
      return List.copyOf(anchors);
    }
  }
}
