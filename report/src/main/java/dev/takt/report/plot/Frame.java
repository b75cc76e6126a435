package dev.takt.report.plot;

import dev.takt.report.plot.axis.Axis;
import dev.takt.report.plot.axis.Tick;
import dev.takt.report.plot.drawing.Palette;
import dev.takt.report.plot.drawing.Shape;
import dev.takt.report.plot.drawing.Shape.Anchor;
import dev.takt.report.plot.drawing.Shape.Label;
import dev.takt.report.plot.drawing.Shape.Path;
import dev.takt.report.plot.drawing.Shape.Stroke;
import dev.takt.report.plot.drawing.TextWidth;
import java.util.ArrayList;
import java.util.List;

/// The rectangle of a panel with two axes: maps values to pixels, and draws grid, labels and
/// border.
///
/// @param left in pixels, like the other three
/// @param xAxis along the bottom
/// @param yAxis along the left side
record Frame(double left, double top, double width, double height, Axis xAxis, Axis yAxis) {

  private static final double LABEL_GAP = 8;
  private static final double LABEL_DROP = 19;
  private static final double HALF_DIGIT = 4.3;
  private static final double BETWEEN_LABELS = 10;

  double x(double value) {
    return left + width * xAxis.position(value);
  }

  double y(double value) {
    return top + height * (1 - yAxis.position(value));
  }

  double right() {
    return left + width;
  }

  double bottom() {
    return top + height;
  }

  /// The shapes behind the curves.
  List<Shape> grid() {
    List<Shape> shapes = new ArrayList<>();
    List<Tick> ticks = yAxis.ticks();
    ticks.stream().filter(each -> !each.isMajor()).forEach(each -> shapes.add(across(each)));
    ticks.stream().filter(Tick::isMajor).forEach(each -> shapes.add(across(each)));
    xAxis.ticks().forEach(each -> shapes.add(upright(each)));
    return shapes;
  }

  private Path across(Tick tick) {
    double y = snapToPixel(y(tick.at()));
    return Path.line(left, y, right(), y, gridOf(tick));
  }

  private Path upright(Tick tick) {
    double x = snapToPixel(x(tick.at()));
    return Path.line(x, top, x, bottom(), gridOf(tick));
  }

  private static Stroke gridOf(Tick tick) {
    return tick.isMajor() ? Palette.GRID : Palette.FAINT_GRID;
  }

  /// The shapes in front of the curves: the border and the axis labels.
  List<Shape> border() {
    List<Shape> shapes = new ArrayList<>();
    double x = snapToPixel(left);
    double y = snapToPixel(bottom());
    shapes.add(Path.line(x, top, x, y, Palette.FRAME));
    shapes.add(Path.line(x, y, right(), y, Palette.FRAME));
    yLabels(shapes);
    xLabels(shapes);
    return shapes;
  }

  private void yLabels(List<Shape> shapes) {
    double free = Double.POSITIVE_INFINITY;
    for (Tick tick : yAxis.ticks()) {
      double y = y(tick.at()) + HALF_DIGIT;
      if (tick.isMajor() && y < free) {
        shapes.add(label(left - LABEL_GAP, y, tick, Anchor.END));
        free = y - Palette.SMALL.size();
      }
    }
  }

  private void xLabels(List<Shape> shapes) {
    double free = Double.NEGATIVE_INFINITY;
    for (Tick tick : xAxis.ticks()) {
      double half = TextWidth.of(tick.label(), Palette.SMALL) / 2;
      double x = x(tick.at());
      if (tick.isMajor() && x - half > free) {
        shapes.add(label(x, bottom() + LABEL_DROP, tick, Anchor.MIDDLE));
        free = x + half + BETWEEN_LABELS;
      }
    }
  }

  private static Label label(double x, double y, Tick tick, Anchor anchor) {
    return new Label(x, y, tick.label(), Palette.SMALL, Palette.MUTED, anchor);
  }

  /// Rounds to the middle of a pixel, where a thin line is sharp.
  private static double snapToPixel(double position) {
    return Math.floor(position) + 0.5;
  }
}
