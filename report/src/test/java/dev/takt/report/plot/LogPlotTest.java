package dev.takt.report.plot;

import static dev.takt.report.plot.Samples.plot;
import static dev.takt.report.plot.Samples.series;
import static dev.takt.report.plot.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.takt.record.histogram.Spectrum;
import dev.takt.report.plot.axis.ValueScale;
import dev.takt.report.plot.drawing.Drawing;
import dev.takt.report.plot.drawing.Points;
import dev.takt.report.plot.drawing.Shape;
import dev.takt.report.plot.drawing.TextWidth;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LogPlotTest {

  private static final long SECOND = 1_000_000_000L;
  private static final double LEFT = 84;
  private static final double WIDTH = 1200 - 2 * LEFT;

  private static List<Shape.Path> curves(Drawing drawing) {
    return drawing.shapes().stream()
        .filter(Shape.Path.class::isInstance)
        .map(Shape.Path.class::cast)
        .filter(each -> !each.hint().isEmpty())
        .toList();
  }

  private static List<Shape.Dots> dots(Drawing drawing) {
    return drawing.shapes().stream()
        .filter(Shape.Dots.class::isInstance)
        .map(Shape.Dots.class::cast)
        .toList();
  }

  /// Of 100 values from 1 ns to 100 ns, the axis goes from 0 % to 99 % and up to 100 ns.
  @Test
  void valuesAreAtTheirPercentiles() {
    Drawing drawing = plot(series("a", LongStream.rangeClosed(1, 100).toArray()));
    Points curve = curves(drawing).getFirst().points();
    double bottom = curve.y(0) + 380 * 0.01;
    assertThat(curve.x(0)).isEqualTo(LEFT);
    // Beyond 90 %, the curve has the 91st value.
    int ninety =
        IntStream.range(0, curve.size())
            .filter(i -> Math.abs(curve.x(i) - (LEFT + WIDTH / 2)) < 1e-9)
            .max()
            .orElseThrow();
    assertThat(curve.y(ninety)).isCloseTo(bottom - 380 * 0.91, within(1e-6));
    assertThat(curve.x(curve.size() - 1)).isCloseTo(LEFT + WIDTH, within(1e-9));
    assertThat(curve.y(curve.size() - 1)).isCloseTo(bottom - 380, within(1e-6));
    assertThat(texts(drawing)).contains("100 ns", "99%").doesNotContain("99.9%");
  }

  @Test
  void curveEndsAtTheHighestSupportedPercentile() {
    long[] many = LongStream.rangeClosed(1, 1000).toArray();
    Drawing drawing = plot(series("many", many), series("few", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    Points few = curves(drawing).get(1).points();
    assertThat(few.x(few.size() - 1)).isCloseTo(LEFT + WIDTH / 3, within(1e-9));
    List<Shape.Dots> maxima = dots(drawing);
    assertThat(maxima.getFirst().points().x(0)).isCloseTo(LEFT + WIDTH, within(1e-9));
    assertThat(maxima.get(1).points().x(0)).isCloseTo(LEFT + WIDTH / 3, within(1e-9));
    assertThat(texts(drawing)).contains("1 µs", "10 ns");
  }

  @Test
  void valuesAreScaledByTheGivenUnit() {
    PlotSeries micros = series("a", 1500);
    Drawing drawing =
        LogPlot.of("t", "", List.of(micros), PlotOptions.DEFAULT.withNanosecondsPerValue(1000));
    assertThat(texts(drawing)).contains("1.5 ms");
  }

  @Test
  void estimateIsMarkedInTheTitle() {
    PlotOptions options = PlotOptions.DEFAULT.withEstimate(true);
    Drawing drawing = LogPlot.of("t", "", List.of(series("a", 1)), options);
    assertThat(texts(drawing)).contains("ESTIMATE: corrected for coordinated omission");
    assertThat(drawing.title()).contains("ESTIMATE");
    assertThat(texts(plot(series("a", 1)))).noneMatch(each -> each.contains("ESTIMATE"));
  }

  @Test
  void emptyPlotShowsNoData() {
    for (Drawing drawing : List.of(plot(), plot(new PlotSeries("a", Spectrum.EMPTY, List.of())))) {
      assertThat(texts(drawing)).filteredOn("no data"::equals).hasSize(2);
    }
    Drawing spectrumOnly = plot(new PlotSeries("a", Samples.spectrum(5), List.of()));
    assertThat(texts(spectrumOnly)).filteredOn("no data"::equals).hasSize(1);
  }

  @Test
  void positionsAreFiniteWhateverTheValues() {
    for (ValueScale scale : ValueScale.values()) {
      for (long[] values :
          List.of(
              new long[] {0},
              new long[] {1},
              new long[] {0, 0, 1},
              new long[] {7, 7, 7},
              new long[] {0, 1L << 62})) {
        PlotOptions options = PlotOptions.DEFAULT.withScale(scale);
        Drawing drawing = LogPlot.of("t", "", List.of(series("a", values)), options);
        assertInside(drawing);
      }
    }
  }

  private static void assertInside(Drawing drawing) {
    for (Points each : curves(drawing).stream().map(Shape.Path::points).toList()) {
      for (int i = 0; i < each.size(); i++) {
        assertThat(each.x(i)).isBetween(LEFT, LEFT + WIDTH);
        assertThat(each.y(i)).isBetween(0.0, (double) drawing.height());
      }
    }
  }

  @Test
  void timeWithoutValuesIsAGapInTheLine() {
    List<PlotPoint> points =
        LongStream.of(20, 0, 2, 1, 8, 7).mapToObj(i -> new PlotPoint(i * SECOND, 5, 9)).toList();
    Drawing drawing = plot(new PlotSeries("a", Samples.spectrum(5), points));
    assertThat(curves(drawing))
        .filteredOn(each -> each.hint().equals("a: p99"))
        .extracting(each -> each.points().size())
        .containsExactly(3, 2);
    assertThat(dots(drawing))
        .filteredOn(each -> each.hint().equals("a: p99"))
        .extracting(each -> each.points().size())
        .containsExactly(1);
  }

  @Test
  void mergedWindowsAreMentioned() {
    List<PlotPoint> points =
        LongStream.range(0, 20_000).mapToObj(i -> new PlotPoint(i * SECOND, 5, 9)).toList();
    Drawing drawing = plot(new PlotSeries("a", Samples.spectrum(5), points));
    assertThat(texts(drawing)).anyMatch(each -> each.matches(".*worst of up to 1\\d windows.*"));
    assertThat(dots(drawing).get(1).points().size()).isLessThanOrEqualTo(2000);
  }

  @Test
  void manySeriesWrapTheLegendAndStayDistinct() {
    PlotSeries[] many =
        IntStream.range(0, 200)
            .mapToObj(i -> series("log: tag " + i, i, i + 5L))
            .toArray(PlotSeries[]::new);
    Drawing drawing = plot(many);
    List<Shape.Label> names =
        drawing.shapes().stream()
            .filter(Shape.Label.class::isInstance)
            .map(Shape.Label.class::cast)
            .filter(each -> each.text().startsWith("log: tag"))
            .toList();
    assertThat(names).hasSize(200);
    assertThat(names).extracting(each -> each.x() + "," + each.y()).doesNotHaveDuplicates();
    assertThat(names).allMatch(each -> each.x() < 1100 && each.y() < drawing.height());
    List<Shape.Path> spectra = curves(drawing).subList(0, 42);
    assertThat(spectra).extracting(Shape.Path::stroke).doesNotHaveDuplicates();
  }

  @Test
  void textsFitIntoASmallPicture() {
    PlotOptions options = PlotOptions.DEFAULT.withWidth(480);
    Drawing drawing = LogPlot.of("t".repeat(90), "s".repeat(90), List.of(series("a", 9)), options);
    assertThat(drawing.shapes())
        .filteredOn(Shape.Label.class::isInstance)
        .map(Shape.Label.class::cast)
        .filteredOn(each -> each.anchor() == Shape.Anchor.START)
        .allMatch(each -> each.x() + TextWidth.of(each.text(), each.font()) <= 480);
  }

  @Test
  void longNamesAreShortenedInTheMiddle() {
    String name = "machine-1." + "x".repeat(300) + ".hdr: checkout";
    assertThat(texts(plot(series(name, 1))))
        .anyMatch(each -> each.matches("machine-1\\.x+…x+\\.hdr: checkout"));
  }

  @Test
  void invalidValuesAreRejected() {
    assertThatThrownBy(() -> new PlotPoint(0, Double.NaN, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("p99");
    assertThatThrownBy(() -> new PlotPoint(0, 1, Double.POSITIVE_INFINITY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PlotOptions.DEFAULT.withNanosecondsPerValue(0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PlotOptions.DEFAULT.withWidth(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("480");
  }
}
