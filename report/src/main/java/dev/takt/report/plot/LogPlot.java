package dev.takt.report.plot;

import dev.takt.record.histogram.Spectrum;
import dev.takt.report.plot.axis.Axis;
import dev.takt.report.plot.axis.PercentileAxis;
import dev.takt.report.plot.axis.TimeAxis;
import dev.takt.report.plot.axis.ValueAxes;
import dev.takt.report.plot.drawing.Drawing;
import dev.takt.report.plot.drawing.Palette;
import dev.takt.report.plot.drawing.PlainText;
import dev.takt.report.plot.drawing.Shape;
import dev.takt.report.plot.drawing.Shape.Anchor;
import dev.takt.report.plot.drawing.Shape.Box;
import dev.takt.report.plot.drawing.Shape.Font;
import dev.takt.report.plot.drawing.Shape.Label;
import dev.takt.report.plot.drawing.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/// Draws interval logs: at the top the percentile spectrum of each series, below its 99th
/// percentile and maximum over time, with one legend for both.
public final class LogPlot {

  private static final double MARGIN = 28;
  private static final double LEFT = 84;
  private static final double RIGHT = 84;
  private static final double SPECTRUM_HEIGHT = 380;
  private static final double TIME_HEIGHT = 230;
  private static final double HEADING = 24;
  private static final double X_LABELS = 30;
  private static final double X_TITLE = 40;
  private static final double BETWEEN = 62;
  private static final int MAX_POINTS = 2000;
  private static final int MAX_TOTAL_POINTS = 100_000;
  private static final int MIN_POINTS = 100;
  private static final String ESTIMATE = "ESTIMATE: corrected for coordinated omission";

  private final List<PlotSeries> series;
  private final PlotOptions options;
  private final List<Thinning> thinned;
  private final List<Shape> shapes = new ArrayList<>();
  private double y = MARGIN;

  private LogPlot(List<PlotSeries> series, PlotOptions options) {
    this.series = List.copyOf(series);
    this.options = options;
    int most = Math.clamp(MAX_TOTAL_POINTS / Math.max(1, series.size()), MIN_POINTS, MAX_POINTS);
    thinned = series.stream().map(each -> Thinning.of(each.points(), most)).toList();
  }

  /// Lays out a picture. Series without values are in the legend only; without any values, the
  /// panels show "no data".
  ///
  /// @param title one line, shortened if it does not fit
  /// @param subtitle additional information, such as the date and the number of values
  /// @param series in the order of the legend
  public static Drawing of(
      String title, String subtitle, List<PlotSeries> series, PlotOptions options) {
    return new LogPlot(series, options).draw(title, subtitle);
  }

  private Drawing draw(String title, String subtitle) {
    header(title, subtitle);
    Legend legend = Legend.of(series, options.width() - 2 * MARGIN);
    shapes.addAll(legend.shapesAt(MARGIN, y));
    y += legend.height() + HEADING;
    spectra();
    overTime();
    int height = (int) Math.ceil(y);
    shapes.addFirst(new Box(0, 0, options.width(), height, Palette.BACKGROUND));
    String spoken = options.estimate() ? title + " (" + ESTIMATE + ")" : title;
    return new Drawing(spoken, options.width(), height, shapes);
  }

  private void header(String title, String subtitle) {
    line(title, Palette.TITLE, Palette.FOREGROUND);
    if (options.estimate()) {
      line(ESTIMATE, Palette.WARNING_FONT, Palette.WARNING);
    }
    if (!subtitle.isBlank()) {
      line(subtitle, Palette.TEXT, Palette.MUTED);
    }
    y += 8;
  }

  private void line(String text, Font font, int colour) {
    String fitted = TextWidth.fitted(PlainText.of(text), font, options.width() - 2 * MARGIN);
    y += font.size();
    shapes.add(new Label(MARGIN, y, fitted, font, colour, Anchor.START));
    y += 8;
  }

  private void spectra() {
    List<Spectrum> filled =
        series.stream().map(PlotSeries::spectrum).filter(each -> !each.isEmpty()).toList();
    Axis values = values(filled.stream().flatMapToDouble(LogPlot::ends));
    long count = filled.stream().mapToLong(Spectrum::total).max().orElse(0);
    Frame frame =
        panel("Latency by percentile", PercentileAxis.forCount(count), values, SPECTRUM_HEIGHT);
    List<Shape> curves = new SpectrumPanel(series, options.nanosecondsPerValue(), frame).shapes();
    fill(frame, curves, filled.isEmpty());
    y = frame.bottom() + X_LABELS + BETWEEN / 2;
  }

  /// The two smallest values and the greatest; two because the smallest may be 0, which has no
  /// logarithm.
  private static DoubleStream ends(Spectrum spectrum) {
    int second = Math.min(1, spectrum.size() - 1);
    return DoubleStream.of(spectrum.value(0), spectrum.value(second), spectrum.max());
  }

  private void overTime() {
    List<PlotPoint> all = thinned.stream().flatMap(each -> each.points().stream()).toList();
    Axis values =
        values(all.stream().flatMapToDouble(each -> DoubleStream.of(each.p99(), each.max())));
    TimeAxis time =
        TimeAxis.of(
            all.stream().mapToLong(PlotPoint::sinceStartNanos).min().orElse(0),
            all.stream().mapToLong(PlotPoint::sinceStartNanos).max().orElse(0),
            options.start());
    Frame frame = panel("Latency over time: " + description(), time, values, TIME_HEIGHT);
    List<Shape> curves =
        new TimePanel(series, thinned, options.nanosecondsPerValue(), frame).shapes();
    fill(frame, curves, all.isEmpty());
    double base = frame.bottom() + X_TITLE;
    if (!all.isEmpty()) {
      double x = frame.left() + frame.width() / 2;
      shapes.add(new Label(x, base, time.title(), Palette.SMALL, Palette.MUTED, Anchor.MIDDLE));
    }
    y = base + MARGIN;
  }

  private String description() {
    int merged = thinned.stream().mapToInt(Thinning::merged).max().orElse(1);
    String lines = "99th percentile (line) and maximum (dots) of each window";
    return merged == 1 ? lines : lines + ", the worst of up to " + merged + " windows per point";
  }

  private Axis values(DoubleStream values) {
    return ValueAxes.of(values.map(each -> each * options.nanosecondsPerValue()), options.scale());
  }

  private Frame panel(String heading, Axis xAxis, Axis yAxis, double height) {
    y += Palette.HEADING.size();
    double room = options.width() - 2 * MARGIN;
    String fitted = TextWidth.fitted(heading, Palette.HEADING, room);
    shapes.add(new Label(MARGIN, y, fitted, Palette.HEADING, Palette.FOREGROUND, Anchor.START));
    y += HEADING - Palette.HEADING.size() / 2;
    return new Frame(LEFT, y, options.width() - LEFT - RIGHT, height, xAxis, yAxis);
  }

  private void fill(Frame frame, List<Shape> curves, boolean empty) {
    if (empty) {
      noData(frame);
    } else {
      shapes.addAll(frame.grid());
      shapes.addAll(curves);
      shapes.addAll(frame.border());
    }
  }

  private void noData(Frame frame) {
    double x = frame.left() + frame.width() / 2;
    double middle = frame.top() + frame.height() / 2;
    shapes.add(new Box(frame.left(), frame.top(), frame.width(), frame.height(), Palette.EMPTY));
    shapes.add(new Label(x, middle, "no data", Palette.HEADING, Palette.MUTED, Anchor.MIDDLE));
  }
}
