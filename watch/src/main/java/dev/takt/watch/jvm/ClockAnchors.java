package dev.takt.watch.jvm;

import dev.takt.record.ClockAnchor;
import java.util.ArrayList;
import java.util.List;

/// Reads the monotonic and the wall clock again and again, from its start to its end: so a wall
/// clock that is set meanwhile is noticed. A reading takes a few µs, once a second. Thread-safe.
final class ClockAnchors {

  /// Several at the begin and at the end, where the times of a recording are compared with them.
  private static final int AT_AN_EDGE = 5;

  private static final long PERIOD_MILLIS = 1_000;

  private final Runnable besides;
  private final List<ClockAnchor> anchors = new ArrayList<>();
  private final Thread thread;

  /// @param besides what else is done each time
  ClockAnchors(Runnable besides) {
    this.besides = besides;
    this.thread = Thread.ofPlatform().daemon().name("takt-anchors").unstarted(this::run);
  }

  void start() {
    take(AT_AN_EDGE);
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        take(1);
        besides.run();
      }
    } catch (InterruptedException e) {
      // That is how it is ended.
    }
  }

  private void take(int count) {
    for (int i = 0; i < count; i++) {
      ClockAnchor anchor = ClockAnchor.now();
      synchronized (anchors) {
        anchors.add(anchor);
      }
    }
  }

  /// Ends the reading, with some last ones.
  void finish() {
    thread.interrupt();
    take(AT_AN_EDGE);
  }

  /// What was read so far.
  List<ClockAnchor> taken() {
    synchronized (anchors) {
      return List.copyOf(anchors);
    }
  }
}
