package dev.takt.watch.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/// An event of this JVM that carries the monotonic time at which it began, so that a recording of
/// it can be checked against the run's clock.
@Name(ClockMark.NAME)
@Label("Clock Mark")
@Category("Takt")
@Description("The time of this event on the monotonic clock")
@StackTrace(false)
public final class ClockMark extends Event {

  static final String NAME = "dev.takt.ClockMark";

  /// The moment of its begin, in nanoseconds.
  @Label("Monotonic Time")
  long nanoTime;

  /// Records one, if a recording is on.
  public static void record() {
    ClockMark mark = new ClockMark();
    long before = System.nanoTime();
    mark.begin();
    mark.nanoTime = before + (System.nanoTime() - before) / 2;
    mark.commit();
  }
}
