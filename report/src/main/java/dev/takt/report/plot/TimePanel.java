package dev.takt.report.plot;

import dev.takt.report.plot.drawing.Palette;
import dev.takt.report.plot.drawing.Points;
import dev.takt.report.plot.drawing.Shape;
import dev.takt.report.plot.drawing.Shape.Dots;
import dev.takt.report.plot.drawing.Shape.Path;
import java.util.ArrayList;
import java.util.List;

/// Draws each window's 99th percentile as a line and its maximum as a dot. The line has a gap where
/// there are no values.
final class TimePanel {

  private static final double LINE = 1.6;
  private static final double LARGE_DOT = 4.5;
  private static final double SMALL_DOT = 2.2;
  private static final int MANY_POINTS = 1000;
  private static final double DOT_OPACITY = 0.75;

  private final List<PlotSeries> series;
  private final List<Thinning> thinned;
  private final double unit;
  private final Frame frame;

  /// @param thinned the downsampled points of each series
  /// @param unit nanoseconds per value
  TimePanel(List<PlotSeries> series, List<Thinning> thinned, double unit, Frame frame) {
    this.series = series;
    this.thinned = thinned;
    this.unit = unit;
    this.frame = frame;
  }

  /// The dots, with the lines in front of them.
  List<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    int all = thinned.stream().mapToInt(each -> each.points().size()).sum();
    double dot = all > MANY_POINTS ? SMALL_DOT : LARGE_DOT;
    for (int i = 0; i < series.size(); i++) {
      if (!thinned.get(i).points().isEmpty()) {
        shapes.add(maxima(i, dot));
      }
    }
    for (int i = 0; i < series.size(); i++) {
      lines(i, shapes);
    }
    return shapes;
  }

  private Dots maxima(int index, double diameter) {
    List<PlotPoint> points = thinned.get(index).points();
    Points dots = new Points();
    points.forEach(
        each -> dots.add(frame.x((double) each.sinceStartNanos()), frame.y(each.max() * unit)));
    return new Dots(
        dots, diameter, Palette.colour(index), DOT_OPACITY, series.get(index).name() + ": max");
  }

  private void lines(int index, List<Shape> shapes) {
    Thinning thinning = thinned.get(index);
    Points line = new Points();
    long before = Long.MIN_VALUE;
    for (PlotPoint each : thinning.points()) {
      if (before != Long.MIN_VALUE && (double) (each.sinceStartNanos() - before) > thinning.gap()) {
        draw(index, line, shapes);
        line = new Points();
      }
      line.add(frame.x((double) each.sinceStartNanos()), frame.y(each.p99() * unit));
      before = each.sinceStartNanos();
    }
    draw(index, line, shapes);
  }

  private void draw(int index, Points line, List<Shape> shapes) {
    if (line.size() == 0) {
      return;
    }
    String hint = series.get(index).name() + ": p99";
    if (line.size() > 1) {
      shapes.add(new Path(line, Palette.curve(index, LINE), hint));
    } else {
      shapes.add(new Dots(line, 2 * LINE, Palette.colour(index), 1, hint));
    }
  }
}
