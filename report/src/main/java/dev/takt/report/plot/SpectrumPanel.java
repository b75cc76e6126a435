package dev.takt.report.plot;

import dev.takt.record.histogram.Spectrum;
import dev.takt.report.plot.axis.TimeUnit;
import dev.takt.report.plot.drawing.FreeSpace;
import dev.takt.report.plot.drawing.Palette;
import dev.takt.report.plot.drawing.Points;
import dev.takt.report.plot.drawing.Shape;
import dev.takt.report.plot.drawing.Shape.Anchor;
import dev.takt.report.plot.drawing.Shape.Dots;
import dev.takt.report.plot.drawing.Shape.Label;
import dev.takt.report.plot.drawing.Shape.Path;
import dev.takt.report.plot.drawing.TextWidth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Draws the percentile spectra. A curve is the exact step function of its values. It ends at the
/// highest percentile that the number of values supports, with a dot at the maximum.
final class SpectrumPanel {

  private static final double CURVE = 2;
  private static final double VISIBLE = 0.25;
  private static final double DOT = 7;
  private static final double LABEL_GAP = 8;
  private static final double HALF_DIGIT = 4.3;

  private final List<PlotSeries> series;
  private final double unit;
  private final Frame frame;

  /// @param unit nanoseconds per value
  SpectrumPanel(List<PlotSeries> series, double unit, Frame frame) {
    this.series = series;
    this.unit = unit;
    this.frame = frame;
  }

  /// The curves, with the maxima in front of them.
  List<Shape> shapes() {
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      if (!series.get(i).spectrum().isEmpty()) {
        shapes.add(curve(i));
      }
    }
    maxima(shapes);
    return shapes;
  }

  private Path curve(int index) {
    Spectrum spectrum = series.get(index).spectrum();
    Points line = new Points();
    long below = 0;
    double y = frame.y(spectrum.value(0) * unit);
    line.add(frame.x(1), y);
    for (int i = 0; i < spectrum.size(); i++) {
      double x = frame.x((double) spectrum.total() / (double) (spectrum.total() - below));
      addIfVisible(line, x, y);
      y = frame.y(spectrum.value(i) * unit);
      addIfVisible(line, x, y);
      below += spectrum.count(i);
    }
    line.add(frame.x((double) spectrum.total()), y);
    return new Path(line, Palette.curve(index, CURVE), hint(series.get(index)));
  }

  private static void addIfVisible(Points line, double x, double y) {
    int last = line.size() - 1;
    if (Math.abs(x - line.x(last)) >= VISIBLE || Math.abs(y - line.y(last)) >= VISIBLE) {
      line.add(x, y);
    }
  }

  private String hint(PlotSeries each) {
    Spectrum spectrum = each.spectrum();
    StringBuilder hint = new StringBuilder(each.name());
    for (double percentile : new double[] {50, 90, 99, 99.9}) {
      String name = percentile == 99.9 ? "99.9" : Integer.toString((int) percentile);
      hint.append(" · p").append(name).append(' ');
      hint.append(TimeUnit.figure(spectrum.valueAtPercentile(percentile) * unit));
    }
    return hint.append(" · max ").append(TimeUnit.figure(spectrum.max() * unit)).toString();
  }

  /// Adds a dot at each maximum, with its value if there is room, in descending order.
  private void maxima(List<Shape> shapes) {
    List<Integer> order =
        IntStream.range(0, series.size())
            .filter(each -> !series.get(each).spectrum().isEmpty())
            .boxed()
            .sorted(Comparator.comparingDouble(each -> -series.get(each).spectrum().max()))
            .toList();
    FreeSpace space = new FreeSpace();
    for (int each : order) {
      shapes.add(dot(each));
      space.occupy(x(each) - DOT / 2, y(each) - DOT / 2, DOT, DOT);
    }
    order.forEach(each -> figure(each, space, shapes));
  }

  private double x(int index) {
    return frame.x((double) series.get(index).spectrum().total());
  }

  private double y(int index) {
    return frame.y(series.get(index).spectrum().max() * unit);
  }

  private Dots dot(int index) {
    return new Dots(
        Points.of(x(index), y(index)),
        DOT,
        Palette.colour(index),
        1,
        series.get(index).name() + ": max " + max(index));
  }

  private String max(int index) {
    return TimeUnit.figure(series.get(index).spectrum().max() * unit);
  }

  /// Places a value beside its dot if that is outside of the frame; else above or below it, if no
  /// other value is there.
  private void figure(int index, FreeSpace space, List<Shape> shapes) {
    String text = max(index);
    double size = Palette.SMALL.size();
    double width = TextWidth.of(text, Palette.SMALL);
    boolean outside = x(index) + LABEL_GAP + DOT > frame.right();
    double left = outside ? x(index) + LABEL_GAP : x(index) - width / 2;
    double[] bases =
        outside
            ? new double[] {y(index) + HALF_DIGIT}
            : new double[] {y(index) - LABEL_GAP, y(index) + LABEL_GAP + size};
    for (double base : bases) {
      if (space.occupyIfFree(left, base - size, width, size + 2)) {
        double x = outside ? left : x(index);
        Anchor anchor = outside ? Anchor.START : Anchor.MIDDLE;
        shapes.add(new Label(x, base, text, Palette.SMALL, Palette.colour(index), anchor, true));
        return;
      }
    }
  }
}
