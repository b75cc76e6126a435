package dev.takt.watch.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// A JFR event of this JVM with the monotonic time of its begin, to check the alignment of its
/// recording with the run's clock.
@Name(ClockMark.NAME)
@Label("Clock Mark")
@Category("Takt")
@Description("The time of this event on the monotonic clock")
@StackTrace(false)
public final class ClockMark extends Event {

  static final String NAME = "dev.takt.ClockMark";

  /// The begin, in nanoseconds of the monotonic clock.
  @Label("Monotonic Time")
  long nanoTime;

  /// Commits an event, if a recording is running.
  public static void record() {
    ClockMark mark = new ClockMark();
    long before = System.nanoTime();
    mark.begin();
    mark.nanoTime = before + (System.nanoTime() - before) / 2;
    mark.commit();
  }
}
