package dev.takt.report.plot;

import dev.takt.report.plot.axis.ValueScale;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/// Options of a picture.
///
/// @param scale of the values
/// @param nanosecondsPerValue nanoseconds per unit of the values, such as 1000 for a log in
///   microseconds; positive and finite
/// @param start the date of the windows' time 0, for a time axis with the time of day at its
///   offset; null if unknown, for an axis that starts at 0
/// @param estimate whether the values were corrected for coordinated omission afterwards, which the
///   title must say
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

  /// Returns a copy with another scale.
  public PlotOptions withScale(ValueScale other) {
    return new PlotOptions(other, nanosecondsPerValue, start, estimate, width);
  }

  /// Returns a copy with another unit.
  public PlotOptions withNanosecondsPerValue(double other) {
    return new PlotOptions(scale, other, start, estimate, width);
  }

  /// Returns a copy with or without the time of day on the time axis.
  public PlotOptions withStart(@Nullable OffsetDateTime other) {
    return new PlotOptions(scale, nanosecondsPerValue, other, estimate, width);
  }

  /// Returns a copy with or without the mark of an estimate.
  public PlotOptions withEstimate(boolean other) {
    return new PlotOptions(scale, nanosecondsPerValue, start, other, width);
  }

  /// Returns a copy with another width.
  public PlotOptions withWidth(int other) {
    return new PlotOptions(scale, nanosecondsPerValue, start, estimate, other);
  }
}
