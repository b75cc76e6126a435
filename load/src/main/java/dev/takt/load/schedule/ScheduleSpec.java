package dev.takt.load.schedule;

import dev.takt.runs.text.MachineText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A schedule in the text form of flags and plans. [#parse] reads it and `toString` writes it; each
/// accepts the output of the other.
///
/// | text | meaning |
/// |---|---|
/// | `constant` | evenly spaced, at the rate that is given separately |
/// | `poisson` | a Poisson process, at the rate that is given separately |
/// | `constant 5000/s`, `poisson 5000/s` | the same with its own rate |
/// | `ramp 0/s..5000/s 30s, hold 5000/s 1m` | stages, one after another: `ramp FROM..TO TIME`, `hold RATE TIME`, `spike RATE TIME`, `step FROM..TO by RATE every TIME` |
/// | `sine mean 1000/s amplitude 500/s period 60s` | a rate that oscillates |
/// | `trace:FILE unit=ms speed=2` | a file of arrivals; unit (`ns`, `us`, `ms`, `s`; default `s`) and speed (default 1) are optional |
///
/// Stages and sine are evenly spaced, or a Poisson process with `poisson` before them: `poisson
/// ramp 0/s..5000/s 30s`. For rates see [Rate], for times [Durations].
public sealed interface ScheduleSpec {

  /// Parses a schedule.
  ///
  /// @throws ScheduleException if the text is not a schedule; names the part that is wrong
  static ScheduleSpec parse(String text) {
    return new SpecParser(text).parse();
  }

  /// Whether the schedule needs a separately given rate. If it does not need one, it must not be
  /// given one.
  default boolean needsRate() {
    return false;
  }

  /// Creates the schedule; a trace file is read now.
  ///
  /// @param seed of everything random in it
  /// @param rate the separately given rate, or null; used only if [#needsRate]
  /// @param operations the names that a trace may use, by index
  /// @throws ScheduleException if it cannot be created: a rate is needed and missing, or a trace is
  ///   faulty
  Schedule toSchedule(long seed, @Nullable Rate rate, List<String> operations);

  /// A constant rate.
  ///
  /// @param rate or null, if it is given separately
  record Steady(Spacing spacing, @Nullable Rate rate) implements ScheduleSpec {

    @Override
    public boolean needsRate() {
      return rate == null;
    }

    @Override
    public Schedule toSchedule(long seed, @Nullable Rate given, List<String> operations) {
      Rate used = rate == null ? given : rate;
      if (used == null) {
        throw new ScheduleException("schedule \"" + this + "\" needs a rate, such as 1000/s");
      }
      return switch (spacing) {
        case EVEN -> Schedules.constant(used);
        case POISSON -> Schedules.poisson(used, seed);
      };
    }

    @Override
    public String toString() {
      return rate == null ? spacing.toString() : spacing + " " + rate;
    }
  }

  /// Stages one after another.
  ///
  /// @param stages at least one
  record Stages(Spacing spacing, List<Stage> stages) implements ScheduleSpec {

    /// Copies the list.
    public Stages {
      stages = List.copyOf(stages);
    }

    @Override
    public Schedule toSchedule(long seed, @Nullable Rate given, List<String> operations) {
      return Schedules.staged(stages, spacing, seed);
    }

    @Override
    public String toString() {
      return prefix(spacing) + String.join(", ", stages.stream().map(Stage::toString).toList());
    }
  }

  /// A rate that oscillates around its mean.
  record Sine(Spacing spacing, Rate mean, Rate amplitude, Duration period) implements ScheduleSpec {

    /// Checks that the rate is never negative.
    public Sine {
      SineCurve _ = new SineCurve(mean, amplitude, period.toNanos());
    }

    @Override
    public Schedule toSchedule(long seed, @Nullable Rate given, List<String> operations) {
      return Schedules.sine(mean, amplitude, period, spacing, seed);
    }

    @Override
    public String toString() {
      return prefix(spacing)
          + MachineText.format(
              "sine mean %s amplitude %s period %s", mean, amplitude, Durations.format(period));
    }
  }

  /// Arrivals from a file of lines `timestamp` or `timestamp,operation`. The first timestamp is the
  /// start of the schedule.
  ///
  /// @param unit of timestamps that are numbers; they can also be instants such as
  ///   `2026-01-31T12:00:00.25Z`
  /// @param speed how much faster than recorded; more than 0
  record Trace(Path file, TraceUnit unit, double speed) implements ScheduleSpec {

    /// Checks the speed.
    public Trace {
      if (!(speed > 0) || Double.isInfinite(speed)) {
        throw new ScheduleException("a trace's speed must be more than 0, and is " + speed);
      }
    }

    @Override
    public Schedule toSchedule(long seed, @Nullable Rate given, List<String> operations) {
      return new TraceReader(file, unit, speed, operations).read();
    }

    @Override
    public String toString() {
      return "trace:"
          + file
          + (unit == TraceUnit.S ? "" : " unit=" + unit)
          + (speed == 1 ? "" : " speed=" + speed);
    }
  }

  private static String prefix(Spacing spacing) {
    return spacing == Spacing.EVEN ? "" : spacing + " ";
  }
}
