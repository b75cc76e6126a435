package dev.takt.driver.sim.model;

import dev.takt.runs.text.EnglishText;

/// Periodic freezes, like a process that gets SIGSTOP and SIGCONT on a timer. Converts between real
/// time and the time for which the system has run. All times are in nanoseconds from the start of
/// the first period.
///
/// @param every the period; more than `frozen`
/// @param frozen the length of the freeze in each period; at least 0
/// @param first the start of the first freeze; from 0 to `every - frozen`
public record SquareWave(long every, long frozen, long first) {

  /// Checks the ranges.
  public SquareWave {
    if (frozen < 0 || every <= frozen || first < 0 || first > every - frozen) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "frozen for %d ns of every %d ns from %d ns on", frozen, every, first));
    }
  }

  /// A wave that freezes in the middle of each period, so that whole periods contain whole stalls
  /// and their backlogs.
  public static SquareWave centred(long every, long frozen) {
    return new SquareWave(every, frozen, (every - frozen) / 2);
  }

  /// The time that the system has run from the first freeze until a real time; negative before it.
  public long runningAt(long real) {
    long period = Math.floorDiv(real - first, every);
    long into = Math.floorMod(real - first, every);
    return period * (every - frozen) + Math.max(0, into - frozen);
  }

  /// The real time at which the system has run for a time: the inverse of [#runningAt]. If that is
  /// a whole freeze, its end.
  public long realTimeOf(long running) {
    long period = Math.floorDiv(running, every - frozen);
    long into = Math.floorMod(running, every - frozen);
    return first + period * every + frozen + into;
  }

  /// The real time at which something ends that starts at `real` and needs the system to run for
  /// `nanos`.
  public long endOf(long real, long nanos) {
    return realTimeOf(runningAt(real) + nanos);
  }
}
