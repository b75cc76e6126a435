package dev.takt.report.plot;

import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// How a picture is to be drawn.
///
/// @param scale of the values
/// @param nanosecondsPerValue what a value of 1 stands for, in nanoseconds: 1000 for a log in
///   microseconds; positive and finite
/// @param start when the windows' time 0 was: the time axis then shows the time of day at its
///   offset. Null if that is not known: it then counts from 0
/// @param estimate whether the values were corrected for coordinated omission after the fact, which
///   the title must say
/// @param width in pixels, from 480 to 10,000; the height follows from it and from the legend
public record PlotOptions(
    ValueScale scale,
    double nanosecondsPerValue,
    @Nullable OffsetDateTime start,
    boolean estimate,
    int width) {

  /// Values in nanoseconds, no date, 1200 pixels wide.
  public static final PlotOptions DEFAULT = new PlotOptions(ValueScale.AUTO, 1, null, false, 1200);

  private static final int MIN_WIDTH = 480;
  private static final int MAX_WIDTH = 10_000;

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if the unit or the width is out of range
  public PlotOptions {
    if (!(nanosecondsPerValue > 0) || Double.isInfinite(nanosecondsPerValue)) {
      throw new IllegalArgumentException(
          "nanoseconds per value must be positive: " + nanosecondsPerValue);
    }
    if (width < MIN_WIDTH || width > MAX_WIDTH) {
      throw new IllegalArgumentException(
          "a picture is from " + MIN_WIDTH + " to " + MAX_WIDTH + " pixels wide, not " + width);
    }
  }

  /// With another scale.
  public PlotOptions withScale(ValueScale other) {
    return new PlotOptions(other, nanosecondsPerValue, start, estimate, width);
  }

  /// With another unit.
  public PlotOptions withNanosecondsPerValue(double other) {
    return new PlotOptions(scale, other, start, estimate, width);
  }

  /// With the time of day on the time axis, or without it.
  public PlotOptions withStart(@Nullable OffsetDateTime other) {
    return new PlotOptions(scale, nanosecondsPerValue, other, estimate, width);
  }

  /// With the mark of an estimate, or without it.
  public PlotOptions withEstimate(boolean other) {
    return new PlotOptions(scale, nanosecondsPerValue, start, other, width);
  }

  /// In another size.
  public PlotOptions withWidth(int other) {
    return new PlotOptions(scale, nanosecondsPerValue, start, estimate, other);
  }
}
