package dev.takt.report.plot;

import dev.takt.report.plot.drawing.Palette;
import dev.takt.report.plot.drawing.PlainText;
import dev.takt.report.plot.drawing.Shape;
import dev.takt.report.plot.drawing.Shape.Anchor;
import dev.takt.report.plot.drawing.Shape.Label;
import dev.takt.report.plot.drawing.Shape.Path;
import dev.takt.report.plot.drawing.TextWidth;
import java.util.ArrayList;
import java.util.List;

/// The legend of the series, in columns as wide as the longest name.
///
/// @param names as displayed, in the order of the series
/// @param columns the number of columns
/// @param columnWidth in pixels
record Legend(List<String> names, int columns, double columnWidth) {

  private static final double ROW = 21;
  private static final double SAMPLE = 30;
  private static final double SAMPLE_GAP = 8;
  private static final double COLUMN_GAP = 26;
  private static final double MAX_NAME_WIDTH = 420;
  private static final double SAMPLE_RISE = 4.5;
  private static final double SAMPLE_STROKE = 2.5;

  /// A legend that is at most `width` pixels wide.
  static Legend of(List<PlotSeries> series, double width) {
    double widest = Math.min(MAX_NAME_WIDTH, width - SAMPLE - SAMPLE_GAP);
    List<String> names =
        series.stream()
            .map(each -> TextWidth.fitted(PlainText.of(each.name()), Palette.TEXT, widest))
            .toList();
    double text =
        names.stream().mapToDouble(each -> TextWidth.of(each, Palette.TEXT)).max().orElse(0);
    double column = SAMPLE + SAMPLE_GAP + text + COLUMN_GAP;
    int most = (int) Math.max(1, (width + COLUMN_GAP) / column);
    int rows = Math.ceilDiv(names.size(), most);
    return new Legend(names, rows == 0 ? 1 : Math.ceilDiv(names.size(), rows), column);
  }

  double height() {
    return Math.ceilDiv(names.size(), columns) * ROW;
  }

  /// The legend's shapes, with its top left corner at a position.
  List<Shape> shapesAt(double left, double top) {
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int row = i / columns;
      double x = left + i % columns * columnWidth;
      double base = top + row * ROW + Palette.TEXT.size();
      double y = base - SAMPLE_RISE;
      shapes.add(Path.line(x, y, x + SAMPLE, y, Palette.curve(i, SAMPLE_STROKE)));
      double text = x + SAMPLE + SAMPLE_GAP;
      shapes.add(
          new Label(text, base, names.get(i), Palette.TEXT, Palette.FOREGROUND, Anchor.START));
    }
    return shapes;
  }
}
