package dev.takt.report.plot.axis;

import java.util.stream.DoubleStream;

/// Chooses a linear or logarithmic axis for a range of values.
public final class ValueAxes {

  private static final double TWO_DECADES = 100;

  /// Smaller values count as 0 on a logarithmic axis.
  private static final double MIN_LOG_VALUE = 1e-9;

  private ValueAxes() {}

  /// An axis that contains all values.
  ///
  /// @param nanos in nanoseconds, not negative
  /// @param scale for [ValueScale#AUTO], the range of the values decides
  public static Axis of(DoubleStream nanos, ValueScale scale) {
    double[] all = nanos.sorted().toArray();
    double[] positive = DoubleStream.of(all).filter(each -> each > MIN_LOG_VALUE).toArray();
    if (positive.length == 0) {
      return LinearAxis.upTo(0);
    }
    double min = positive[0];
    double max = positive[positive.length - 1];
    boolean log =
        switch (scale) {
          case LOG -> true;
          case LINEAR -> false;
          case AUTO -> max / min > TWO_DECADES;
        };
    return log ? LogAxis.of(min, max, positive.length < all.length) : LinearAxis.upTo(max);
  }
}
