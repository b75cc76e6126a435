package dev.takt.report.plot;

import dev.takt.record.histogram.Counts;
import dev.takt.record.histogram.Layout;
import dev.takt.record.histogram.Spectrum;
import dev.takt.report.plot.drawing.Drawing;
import dev.takt.report.plot.drawing.PlotFormat;
import dev.takt.report.plot.drawing.Shape;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;

/// Spectra of known values, and parsers of drawn pictures.
public final class Samples {

  private Samples() {}

  /// Values, rounded to the layout of three digits.
  static Spectrum spectrum(long... values) {
    Counts counts = new Counts(Layout.THREE_DIGITS);
    for (long value : values) {
      counts.add(slotOf(value), 1);
    }
    return Spectrum.of(counts);
  }

  private static int slotOf(long value) {
    int below = 0;
    int above = Layout.THREE_DIGITS.slots();
    while (above - below > 1) {
      int middle = (below + above) >>> 1;
      if (Layout.THREE_DIGITS.lowest(middle) <= value) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return below;
  }

  public static PlotSeries series(String name, long... values) {
    long max = LongStream.of(values).max().orElse(0);
    List<PlotPoint> points =
        values.length == 0
            ? List.of()
            : List.of(new PlotPoint(0, max, max), new PlotPoint(1_000_000_000, max, max));
    return new PlotSeries(name, spectrum(values), points);
  }

  public static Drawing plot(PlotSeries... series) {
    return LogPlot.of("title", "subtitle", List.of(series), PlotOptions.DEFAULT);
  }

  public static String svg(Drawing drawing) throws IOException {
    return new String(bytes(drawing, PlotFormat.SVG), StandardCharsets.UTF_8);
  }

  public static byte[] bytes(Drawing drawing, PlotFormat format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    format.write(drawing, out);
    return out.toByteArray();
  }

  public static Document parsed(Drawing drawing) throws Exception {
    return DocumentBuilderFactory.newNSInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(bytes(drawing, PlotFormat.SVG)));
  }

  static List<String> texts(Drawing drawing) {
    return drawing.shapes().stream()
        .filter(Shape.Label.class::isInstance)
        .map(each -> ((Shape.Label) each).text())
        .toList();
  }
}
