package dev.takt.probes.clock;

import dev.takt.probes.Disturbance;
import dev.takt.probes.FiveNumberSummary;
import dev.takt.probes.JfrClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The result of a [ClockProbe].
///
/// @param clocks the figures of each clock
/// @param source the time source of the operating system
/// @param jfrClock the clock of JDK Flight Recorder's timestamps
/// @param drift of the wall clock against the monotonic one
/// @param notes what a reader must know, one sentence each
public record ClockResult(
    Map<ProbedClock, Figures> clocks,
    LinuxClockSource source,
    JfrClock jfrClock,
    Drift drift,
    List<String> notes) {

  /// The rounds of steps and costs, and those of them that are left out.
  public Disturbance disturbance() {
    return clocks.values().stream()
        .flatMap(each -> Stream.of(each.stepRounds(), each.costRounds()))
        .reduce(Disturbance.NONE, Disturbance::plus);
  }

  /// What was not measured, because all rounds were left out.
  public List<String> lost() {
    List<String> lost = new ArrayList<>();
    clocks.forEach((clock, figures) -> {
      if (figures.stepRounds().isLost()) {
        lost.add("the steps of " + clock.text());
      }
      if (figures.costRounds().isLost()) {
        lost.add("the cost of " + clock.text());
      }
    });
    return lost;
  }

  /// The figures of one clock.
  ///
  /// @param steps the steps that one thread observed
  /// @param stepRounds the rounds of the steps, and those of them that are left out
  /// @param costRounds the rounds of the cost of a read, and those of them that are left out
  /// @param readNanos the cost of a read; null if it was not measured
  /// @param exchanges what two threads observed, by the processors where they ran: `0-1`, or `any`
  ///   if they were not pinned
  public record Figures(
      Steps steps,
      Disturbance stepRounds,
      Disturbance costRounds,
      @Nullable FiveNumberSummary readNanos,
      Map<String, Exchange> exchanges) {}

  /// The steps of a clock. All times are in nanoseconds.
  ///
  /// @param reads how many reads there were
  /// @param steps how many of them differed from the previous one
  /// @param smallest the smallest step forward; 0 if there was none
  /// @param unit the greatest common divisor of all steps forward; 0 if there was none
  /// @param median of the steps forward
  /// @param backwards how many steps went backwards, also in rounds that are left out
  /// @param worst the largest step backwards
  public record Steps(
      long reads, long steps, long smallest, long unit, long median, long backwards, long worst) {}

  /// What two threads observed that passed timestamps to each other.
  ///
  /// @param exchanges how many timestamps were passed
  /// @param backwards how often the receiver then read an earlier time
  /// @param worst the largest such difference, in nanoseconds
  public record Exchange(long exchanges, long backwards, long worst) {}

  /// The drift of the wall clock against the monotonic one.
  ///
  /// @param overNanos the time over which they were compared
  /// @param gainedNanos how much the wall clock gained; negative if it lost
  /// @param errorNanos the largest error of that
  public record Drift(long overNanos, long gainedNanos, long errorNanos) {

    /// The drift in parts per million, which is microseconds a second.
    public double perMillion() {
      return overNanos == 0 ? 0 : gainedNanos * 1e6 / overNanos;
    }
  }
}
