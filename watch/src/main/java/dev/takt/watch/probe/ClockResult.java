package dev.takt.watch.probe;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What came of it.
///
/// @param clocks clock by clock
/// @param source what the system makes its clocks of
/// @param recorder what JDK Flight Recorder stamps its events with
/// @param drift how the wall clock went beside the monotonic one
/// @param notes what a reader must know, a sentence each
public record ClockResult(
    Map<ProbedClock, Figures> clocks,
    TimeSource source,
    JfrClock recorder,
    Drift drift,
    List<String> notes) {

  /// One clock.
  ///
  /// @param steps as one thread saw it
  /// @param readNanos what a read costs
  /// @param exchanges as two threads saw it, by where they ran: `0-1`, or `any` if they were not
  ///   pinned
  public record Figures(Steps steps, @Nullable Spread readNanos, Map<String, Exchange> exchanges) {}

  /// In which steps a clock went on. All times in nanoseconds.
  ///
  /// @param reads how often it was read
  /// @param steps how often that differed from the read before
  /// @param smallest the smallest step forward; 0 if there was none
  /// @param unit all steps forward are multiples of this; 0 if there was none
  /// @param median half of the steps forward were not longer
  /// @param backwards how often it went back
  /// @param worst by how much at most
  public record Steps(
      long reads, long steps, long smallest, long unit, long median, long backwards, long worst) {}

  /// What two threads saw.
  ///
  /// @param exchanges how many stamps one of them got from the other
  /// @param backwards how often it then read less than that
  /// @param worst by how much at most, in nanoseconds
  public record Exchange(long exchanges, long backwards, long worst) {}

  /// How the wall clock went beside the monotonic one.
  ///
  /// @param overNanos how long they were watched
  /// @param gainedNanos how much further the wall clock went; negative if it fell behind
  /// @param errorNanos how far that can be from the truth
  public record Drift(long overNanos, long gainedNanos, long errorNanos) {

    /// In parts of a million: microseconds a second.
    public double perMillion() {
      return overNanos == 0 ? 0 : gainedNanos * 1e6 / overNanos;
    }
  }
}
