package dev.takt.report.plot;

import dev.takt.report.plot.CurvePoint.Kind;
import dev.takt.report.plot.axis.Axis;
import dev.takt.report.plot.axis.RateAxis;
import dev.takt.report.plot.axis.TimeUnit;
import dev.takt.report.plot.axis.ValueAxes;
import dev.takt.report.plot.axis.ValueScale;
import dev.takt.report.plot.drawing.Drawing;
import dev.takt.report.plot.drawing.Palette;
import dev.takt.report.plot.drawing.PlainText;
import dev.takt.report.plot.drawing.Points;
import dev.takt.report.plot.drawing.Shape;
import dev.takt.report.plot.drawing.Shape.Anchor;
import dev.takt.report.plot.drawing.Shape.Box;
import dev.takt.report.plot.drawing.Shape.Dots;
import dev.takt.report.plot.drawing.Shape.Font;
import dev.takt.report.plot.drawing.Shape.Label;
import dev.takt.report.plot.drawing.Shape.Path;
import dev.takt.report.plot.drawing.Shape.Stroke;
import dev.takt.report.plot.drawing.TextWidth;
import dev.takt.runs.text.EnglishText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/// Draws latency against throughput: a dot for each run, a line through the runs whose generator
/// kept up, and marked rates.
public final class CurvePlot {

  private static final int WIDTH = 1000;
  private static final double MARGIN = 28;
  private static final double LEFT = 92;
  private static final double RIGHT = 60;
  private static final double HEIGHT = 420;
  private static final double LINE = 2;
  private static final double DOT = 9;
  private static final double BELOW = 46;
  private static final double ROW = 16;

  /// Keeps the uppermost tick from touching the heading.
  private static final double HEADROOM = 8;

  private static final double MARK_GAP = 6;
  private static final int MET = 0x009e73;
  private static final int FAILED = 0xd55e00;
  private static final Stroke CURVE = new Stroke(0x0072b2, LINE);
  private static final Stroke MARK = new Stroke(0x59636e, 1, 1, List.of(5f, 4f));

  private final List<Shape> shapes = new ArrayList<>();
  private double y = MARGIN;

  private CurvePlot() {}

  /// Lays out a picture; without points, it shows "no data".
  ///
  /// @param title one line, shortened if it does not fit
  /// @param subtitle additional information
  /// @param value the name of the latency: `p99`
  /// @param points in any order
  /// @param marks in any order
  public static Drawing of(
      String title, String subtitle, String value, List<CurvePoint> points, List<CurveMark> marks) {
    return new CurvePlot().draw(title, subtitle, value, points, marks);
  }

  private Drawing draw(
      String title, String subtitle, String value, List<CurvePoint> points, List<CurveMark> marks) {
    line(title, Palette.TITLE, Palette.FOREGROUND);
    line(subtitle, Palette.TEXT, Palette.MUTED);
    line(value + " against throughput", Palette.HEADING, Palette.FOREGROUND);
    y += HEADROOM;
    double highest =
        Math.max(
            points.stream().mapToDouble(CurvePoint::achievedRate).max().orElse(0),
            marks.stream().mapToDouble(CurveMark::rate).max().orElse(0));
    Axis values = ValueAxes.of(points.stream().mapToDouble(CurvePoint::nanos), ValueScale.AUTO);
    Frame frame = new Frame(LEFT, y, WIDTH - LEFT - RIGHT, HEIGHT, RateAxis.upTo(highest), values);
    shapes.addAll(frame.grid());
    marks(frame, marks);
    curve(frame, points);
    shapes.addAll(frame.border());
    y = frame.bottom() + BELOW;
    legend();
    int height = (int) Math.ceil(y + MARGIN);
    shapes.addFirst(new Box(0, 0, WIDTH, height, Palette.BACKGROUND));
    return new Drawing(PlainText.of(title), WIDTH, height, shapes);
  }

  private void line(String text, Font font, int colour) {
    String fitted = TextWidth.fitted(PlainText.of(text), font, WIDTH - 2 * MARGIN);
    y += font.size();
    shapes.add(new Label(MARGIN, y, fitted, font, colour, Anchor.START));
    y += 10;
  }

  /// Draws the marks with their labels one below another, so that they do not overlap.
  private void marks(Frame frame, List<CurveMark> marks) {
    double base = frame.top() + ROW;
    for (CurveMark each :
        marks.stream().sorted(Comparator.comparingDouble(CurveMark::rate)).toList()) {
      double x = frame.x(each.rate());
      shapes.add(Path.line(x, frame.top(), x, frame.bottom(), MARK));
      boolean isRight = x > frame.left() + frame.width() / 2;
      shapes.add(
          new Label(
              isRight ? x - MARK_GAP : x + MARK_GAP,
              base,
              PlainText.of(each.text()) + " " + RateAxis.label(Math.rint(each.rate())),
              Palette.SMALL,
              Palette.MUTED,
              isRight ? Anchor.END : Anchor.START,
              true));
      base += ROW;
    }
  }

  private void curve(Frame frame, List<CurvePoint> points) {
    Points line = new Points();
    for (CurvePoint each : medians(points)) {
      line.add(frame.x(each.achievedRate()), frame.y(each.nanos()));
    }
    if (line.size() > 1) {
      shapes.add(new Path(line, CURVE, "latency against throughput"));
    }
    for (CurvePoint each : points) {
      Points at = Points.of(frame.x(each.achievedRate()), frame.y(each.nanos()));
      String hint =
          EnglishText.format(
              "%s, %s: %s",
              RateAxis.label(Math.rint(each.achievedRate())),
              TimeUnit.figure(each.nanos()),
              name(each.kind()));
      shapes.add(new Dots(at, DOT, colour(each.kind()), 1, hint));
    }
    if (points.isEmpty()) {
      double x = frame.left() + frame.width() / 2;
      double middle = frame.top() + frame.height() / 2;
      shapes.add(new Label(x, middle, "no data", Palette.HEADING, Palette.MUTED, Anchor.MIDDLE));
    }
  }

  /// The run with the median latency at each requested rate. Beyond its capacity a target achieves
  /// the same rate whatever is requested, so a line in the order of achieved rates would zigzag.
  private static List<CurvePoint> medians(List<CurvePoint> points) {
    TreeMap<Double, List<CurvePoint>> byRate = new TreeMap<>();
    points.stream()
        .filter(each -> each.kind() != Kind.NOT_TRUSTED)
        .sorted(Comparator.comparingDouble(CurvePoint::nanos))
        .forEach(
            each -> byRate.computeIfAbsent(each.requestedRate(), _ -> new ArrayList<>()).add(each));
    return byRate.values().stream().map(each -> each.get((each.size() - 1) / 2)).toList();
  }

  private void legend() {
    double x = MARGIN;
    for (Kind each : Kind.values()) {
      shapes.add(new Dots(Points.of(x + DOT / 2, y), DOT, colour(each), 1, ""));
      String name = name(each);
      double text = x + DOT + MARK_GAP;
      shapes.add(new Label(text, y + 4, name, Palette.SMALL, Palette.FOREGROUND, Anchor.START));
      x = text + TextWidth.of(name, Palette.SMALL) + 2 * ROW;
    }
  }

  private static String name(Kind kind) {
    return switch (kind) {
      case MET -> "holds";
      case FAILED -> "fails";
      case NOT_TRUSTED -> "generator at fault";
    };
  }

  private static int colour(Kind kind) {
    return switch (kind) {
      case MET -> MET;
      case FAILED -> FAILED;
      case NOT_TRUSTED -> Palette.FRAME.colour();
    };
  }
}
