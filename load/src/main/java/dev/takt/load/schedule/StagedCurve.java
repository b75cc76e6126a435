package dev.takt.load.schedule;

import java.math.BigDecimal;
import java.util.List;

/// Pieces of linear rate, one after another.
final class StagedCurve implements RateCurve {

  private final Piece[] pieces;
  private final long durationNanos;
  private final double meanRate;

  /// @throws ScheduleException if there is no stage, or all rates are 0, or they last too long
  StagedCurve(List<Stage> stages) {
    if (stages.isEmpty()) {
      throw new ScheduleException("a schedule of stages needs at least one stage");
    }
    List<Stage.Ramp> ramps = stages.stream().flatMap(stage -> stage.ramps().stream()).toList();
    this.pieces = new Piece[ramps.size()];
    BigDecimal count = BigDecimal.ZERO;
    long start = 0;
    for (int i = 0; i < pieces.length; i++) {
      pieces[i] = new Piece(ramps.get(i), start, count);
      start = pieces[i].endNanos;
      count = pieces[i].countAtEnd;
    }
    if (count.signum() == 0) {
      throw new ScheduleException("all stages have rate 0/s: nothing would ever be sent");
    }
    this.durationNanos = start;
    this.meanRate = count.doubleValue() / start * 1e9;
  }

  @Override
  public long timeOf(long whole, double fraction) {
    Piece last = pieces[pieces.length - 1];
    if (last.countToEnd(whole, fraction) <= 0) {
      return Arrivals.END;
    }
    return pieces[pieceOf(whole, fraction)].timeOf(whole, fraction);
  }

  /// The first piece that ends after this many operations. So an operation that is due just as the
  /// rate falls to 0 belongs to the piece after the pause.
  private int pieceOf(long whole, double fraction) {
    int low = 0;
    int high = pieces.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pieces[middle].countToEnd(whole, fraction) > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public long durationNanos() {
    return durationNanos;
  }

  @Override
  public double meanRate() {
    return meanRate;
  }

  /// A ramp and its position in the curve. The operation numbers at its ends are kept as a whole
  /// number and a fraction, so that their difference from the number of an arrival is exact.
  private static final class Piece {

    final long startNanos;
    final long endNanos;
    final BigDecimal countAtEnd;
    private final double from;
    private final double to;
    private final double slope;
    private final long wholeAtStart;
    private final double fractionAtStart;
    private final long wholeAtEnd;
    private final double fractionAtEnd;

    Piece(Stage.Ramp ramp, long startNanos, BigDecimal countAtStart) {
      long duration = nanosOf(ramp);
      this.startNanos = startNanos;
      this.endNanos = startNanos + duration;
      if (endNanos < 0 || endNanos > Durations.MAX_NANOS) {
        throw new ScheduleException("the stages last " + Durations.TOO_LONG);
      }
      BigDecimal atBothRates = ramp.from().countIn(duration).add(ramp.to().countIn(duration));
      this.countAtEnd = countAtStart.add(atBothRates.multiply(new BigDecimal("0.5")));
      this.from = ramp.from().perNano();
      this.to = ramp.to().perNano();
      this.slope = Math.abs(to - from) / duration;
      this.wholeAtStart = countAtStart.longValue();
      this.fractionAtStart = fractionOf(countAtStart);
      this.wholeAtEnd = countAtEnd.longValue();
      this.fractionAtEnd = fractionOf(countAtEnd);
    }

    private static long nanosOf(Stage.Ramp ramp) {
      try {
        return ramp.duration().toNanos();
      } catch (ArithmeticException e) {
        throw new ScheduleException("stage \"" + ramp + "\" lasts " + Durations.TOO_LONG, e);
      }
    }

    private static double fractionOf(BigDecimal count) {
      return count.remainder(BigDecimal.ONE).doubleValue();
    }

    double countToEnd(long whole, double fraction) {
      return (wholeAtEnd - whole) + (fractionAtEnd - fraction);
    }

    private double countFromStart(long whole, double fraction) {
      return (whole - wholeAtStart) + (fraction - fractionAtStart);
    }

    /// Always computed from the end with the lower rate. The parabola is flat there, and the
    /// difference of two large numbers would lose the nanoseconds.
    long timeOf(long whole, double fraction) {
      long nanos =
          to < from
              ? endNanos - Math.round(timeToRiseBy(countToEnd(whole, fraction), to))
              : startNanos + Math.round(timeToRiseBy(countFromStart(whole, fraction), from));
      return Math.min(Math.max(nanos, startNanos), endNanos - 1);
    }

    /// Solves `rate·t + slope·t²/2 = count` for `t`, in the form without a subtraction.
    private double timeToRiseBy(double count, double rate) {
      if (count <= 0) {
        return 0;
      }
      return 2 * count / (rate + Math.sqrt(rate * rate + 2 * count * slope));
    }
  }
}
