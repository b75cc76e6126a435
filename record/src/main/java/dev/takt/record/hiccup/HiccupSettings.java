package dev.takt.record.hiccup;

import dev.takt.record.histogram.Layout;
import java.util.concurrent.TimeUnit;

/// How hiccups are measured.
///
/// @param resolutionNanos how long the meter sleeps, and so the expected interval between samples;
///   0 to spin, which takes a core and corrects nothing
/// @param thresholdNanos hiccups of this length or more are reported one by one
/// @param allocating whether to allocate an object for each sample, so that allocation stalls are
///   seen as well
public record HiccupSettings(long resolutionNanos, long thresholdNanos, boolean allocating) {

  /// The longest resolution.
  public static final long MAX_RESOLUTION_NANOS = TimeUnit.MINUTES.toNanos(1);

  /// A sample each millisecond; hiccups of a millisecond or more are reported one by one.
  public static final HiccupSettings DEFAULT =
      new HiccupSettings(TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.MILLISECONDS.toNanos(1), false);

  /// For use next to other measurements: one eighth of the default's wake-ups, which are the cost
  /// of a meter. A stall of ten milliseconds cannot fall entirely into one sleep, and is measured
  /// as a hiccup of at least two milliseconds.
  public static final HiccupSettings LOW_OVERHEAD =
      new HiccupSettings(TimeUnit.MILLISECONDS.toNanos(8), TimeUnit.MILLISECONDS.toNanos(1), false);

  private static final Layout NANOS = Layout.THREE_DIGITS;

  /// Slots are 1.024 µs wide up to two milliseconds.
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

  /// The layout of the histograms. Hiccups that agree in three digits share a slot. The length of a
  /// sleep varies by many microseconds, so hiccups of a sleeping thread are not resolved more
  /// finely than 1.024 µs. That takes a quarter of the memory or less. jHiccup's step is 16 µs,
  /// with two digits.
  public Layout layout() {
    return resolutionNanos == 0 ? NANOS : MICROS;
  }
}
