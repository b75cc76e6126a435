package dev.takt.record.hiccup;

import dev.takt.record.histogram.Layout;
import java.util.concurrent.TimeUnit;

/// How hiccups are measured.
///
/// @param resolutionNanos how long the meter sleeps, and so the expected interval between samples;
///   0 to spin, which takes a core and corrects nothing
/// @param thresholdNanos hiccups of this length or more are told one by one
/// @param allocating whether to allocate an object for each sample, so that stalls of allocation
///   are seen as well
public record HiccupSettings(long resolutionNanos, long thresholdNanos, boolean allocating) {

  /// The longest resolution.
  public static final long MAX_RESOLUTION_NANOS = TimeUnit.MINUTES.toNanos(1);

  /// A sample each millisecond, hiccups of a millisecond or more one by one.
  public static final HiccupSettings DEFAULT =
      new HiccupSettings(TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(1), false);

  /// For what others measure meanwhile: an eighth of the wake-ups, which are what a meter costs.
  /// Nobody who stands for ten milliseconds sleeps through it, and such a hiccup is two
  /// milliseconds long at least.
  public static final HiccupSettings SPARING =
      new HiccupSettings(TimeUnit.MILLISECONDS.toNanos(8), TimeUnit.MILLISECONDS.toNanos(1), false);

  private static final Layout NANOS = Layout.THREE_DIGITS;

  /// Steps of 1.024 µs up to two milliseconds.
  private static final Layout MICROS = new Layout(3, 10, false);

  /// @throws IllegalArgumentException if the resolution is negative or longer than a minute, or the
  ///   threshold is not positive
  public HiccupSettings {
    if (resolutionNanos < 0 || resolutionNanos > MAX_RESOLUTION_NANOS) {
      throw new IllegalArgumentException("the resolution must be from 0 to 1 minute");
    }
    if (thresholdNanos <= 0) {
      throw new IllegalArgumentException("the threshold must be more than 0");
    }
  }

  /// Which hiccups are counted as one length: those that agree in three digits. What a sleep takes
  /// changes by many microseconds from one to the next: hiccups of a thread that sleeps are not
  /// told apart more finely than by 1.024 µs, which takes a quarter of the memory or less.
  /// jHiccup's step is 16 µs, with two digits.
  public Layout layout() {
    return resolutionNanos == 0 ? NANOS : MICROS;
  }
}
