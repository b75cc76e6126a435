package dev.takt.load.schedule;

import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.MachineText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// One stage of a staged schedule. `toString` writes it in the form that [ScheduleSpec#parse]
/// reads.
public sealed interface Stage {

  /// The linear ramps that the stage consists of, in order.
  List<Ramp> ramps();

  /// A constant rate for a time: `hold 5000/s 1m`.
  ///
  /// @param rate may be 0: a pause
  /// @param duration more than 0
  record Hold(Rate rate, Duration duration) implements Stage {

    /// Checks the duration.
    public Hold {
      requirePositive(duration);
    }

    @Override
    public List<Ramp> ramps() {
      return List.of(new Ramp(rate, rate, duration));
    }

    @Override
    public String toString() {
      return "hold " + rate + " " + Durations.format(duration);
    }
  }

  /// A hold at a rate that overloads the target on purpose: `spike 10000/s 5s`.
  ///
  /// @param rate may be 0
  /// @param duration more than 0
  record Spike(Rate rate, Duration duration) implements Stage {

    /// Checks the duration.
    public Spike {
      requirePositive(duration);
    }

    @Override
    public List<Ramp> ramps() {
      return List.of(new Ramp(rate, rate, duration));
    }

    @Override
    public String toString() {
      return "spike " + rate + " " + Durations.format(duration);
    }
  }

  /// A rate that changes linearly with time: `ramp 0/s..5000/s 30s`.
  ///
  /// @param from rate at its start; may be 0
  /// @param to rate at its end; may be 0
  /// @param duration more than 0
  record Ramp(Rate from, Rate to, Duration duration) implements Stage {

    /// Checks the duration.
    public Ramp {
      requirePositive(duration);
    }

    @Override
    public List<Ramp> ramps() {
      return List.of(this);
    }

    @Override
    public String toString() {
      return "ramp " + from + ".." + to + " " + Durations.format(duration);
    }
  }

  /// A staircase of holds, up or down: `step 100/s..1000/s by 100/s every 10s`. Its last step is at
  /// `to`, even if `by` does not divide the difference.
  ///
  /// @param from rate of the first step; may be 0
  /// @param to rate of the last step; may be 0
  /// @param by height of a step; more than 0
  /// @param every length of each step; more than 0
  record Step(Rate from, Rate to, Rate by, Duration every) implements Stage {

    private static final int MAX_STEPS = 10_000;

    /// Checks that there are steps, and not too many.
    public Step {
      requirePositive(every);
      if (by.isZero()) {
        throw new ScheduleException("a step by 0/s never gets anywhere");
      }
      if (Math.abs(to.perNano() - from.perNano()) / by.perNano() > MAX_STEPS) {
        throw new ScheduleException(
            EnglishText.format(
                "steps from %s to %s by %s are more than %d", from, to, by, MAX_STEPS));
      }
    }

    @Override
    public List<Ramp> ramps() {
      List<Ramp> ramps = new ArrayList<>();
      boolean up = to.perNano() >= from.perNano();
      Rate rate = from;
      while (up ? rate.perNano() < to.perNano() : rate.perNano() > to.perNano()) {
        ramps.add(new Ramp(rate, rate, every));
        rate = up ? rate.plus(by) : rate.minus(by);
      }
      ramps.add(new Ramp(to, to, every));
      return ramps;
    }

    @Override
    public String toString() {
      return MachineText.format(
          "step %s..%s by %s every %s", from, to, by, Durations.format(every));
    }
  }

  private static void requirePositive(Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      throw new ScheduleException("a stage must last longer than 0s");
    }
  }
}
