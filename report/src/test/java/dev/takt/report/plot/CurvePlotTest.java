package dev.takt.report.plot;

import static dev.takt.report.plot.Samples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.takt.report.plot.CurvePoint.Kind;
import dev.takt.report.plot.drawing.Drawing;
import dev.takt.report.plot.drawing.Points;
import dev.takt.report.plot.drawing.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class CurvePlotTest {

  private static final double LEFT = 92;
  private static final double WIDTH = 1000 - LEFT - 60;

  private static Shape.Path curve(Drawing drawing) {
    return drawing.shapes().stream()
        .filter(each -> each instanceof Shape.Path path && !path.hint().isEmpty())
        .map(Shape.Path.class::cast)
        .findFirst()
        .orElseThrow();
  }

  /// The axis to 8000/s has eight steps of 1000/s, so the position of a rate is its share of
  /// 8000/s. A run in which the generator was at fault is not part of the line.
  @Test
  void pointsAreAtTheirRatesAndTheLineOmitsUntrustedRuns() {
    Drawing drawing =
        CurvePlot.of(
            "shop",
            "p99 < 20ms",
            "p99",
            List.of(
                new CurvePoint(9000, 8000, 40e6, Kind.FAILED),
                new CurvePoint(2000, 2000, 10e6, Kind.MET),
                new CurvePoint(6000, 6000, 30e6, Kind.NOT_TRUSTED)),
            List.of(new CurveMark(2000, "knee")));

    Points line = curve(drawing).points();
    assertThat(line.size()).isEqualTo(2);
    assertThat(line.x(0)).isCloseTo(LEFT + WIDTH / 4, within(1e-6));
    assertThat(line.x(1)).isCloseTo(LEFT + WIDTH, within(1e-6));
    assertThat(line.y(0) - line.y(1)).isCloseTo(420 * 0.75, within(1e-6));
    assertThat(texts(drawing))
        .contains(
            "shop", "knee 2,000/s", "8,000/s", "40 ms", "holds", "fails", "generator at fault");
  }

  @Test
  void lineConnectsMediansInTheOrderOfRequestedRates() {
    Drawing drawing =
        CurvePlot.of(
            "shop",
            "p99 < 20ms",
            "p99",
            List.of(
                new CurvePoint(9000, 7900, 40e6, Kind.FAILED),
                new CurvePoint(8500, 8000, 30e6, Kind.FAILED),
                new CurvePoint(8500, 8000, 20e6, Kind.MET),
                new CurvePoint(8500, 8000, 5e6, Kind.MET)),
            List.of());

    Points line = curve(drawing).points();
    assertThat(line.size()).isEqualTo(2);
    assertThat(line.x(0)).isCloseTo(LEFT + WIDTH, within(1e-6));
    assertThat(line.x(1)).isCloseTo(LEFT + WIDTH * 7900 / 8000, within(1e-6));
    assertThat(line.y(0) - line.y(1)).isCloseTo(420 * 0.5, within(1e-6));
  }

  @Test
  void emptyPlotShowsNoDataAndInvalidPointsAreRejected() {
    assertThat(texts(CurvePlot.of("t", "", "p99", List.of(), List.of()))).contains("no data");
    assertThatThrownBy(() -> new CurvePoint(1, 1, Double.NaN, Kind.MET))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
