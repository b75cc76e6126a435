package dev.takt.driver.sim;

import dev.takt.runs.text.EnglishText;

/// A system that is frozen for a while in every period, like a process that is sent SIGSTOP and
/// SIGCONT by the clock. Translates between real time and the time for which the system has run.
/// All times in nanoseconds from the start of the first period.
///
/// @param every the period; more than `frozen`
/// @param frozen how long the system stands still in each period; at least 0
/// @param first when it is first frozen; from 0 to `every - frozen`
public record SquareWave(long every, long frozen, long first) {

  /// Checks the ranges.
  public SquareWave {
    if (frozen < 0 || every <= frozen || first < 0 || first > every - frozen) {
      throw new IllegalArgumentException(
          EnglishText.format(
              "frozen for %d ns of every %d ns from %d ns on", frozen, every, first));
    }
  }

  /// Frozen in the middle of each period, so that whole periods hold whole stalls and their
  /// aftermath.
  public static SquareWave centred(long every, long frozen) {
    return new SquareWave(every, frozen, (every - frozen) / 2);
  }

  /// How long the system has run at a real time since it was first frozen; negative before that.
  public long runningAt(long real) {
    long period = Math.floorDiv(real - first, every);
    long into = Math.floorMod(real - first, every);
    return period * (every - frozen) + Math.max(0, into - frozen);
  }

  /// When the system has run for a time: the inverse of [#runningAt]. Where that is a whole freeze
  /// long, its end.
  public long realTimeOf(long running) {
    long period = Math.floorDiv(running, every - frozen);
    long into = Math.floorMod(running, every - frozen);
    return first + period * every + frozen + into;
  }
}
