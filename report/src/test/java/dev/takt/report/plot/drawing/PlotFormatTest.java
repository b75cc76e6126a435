package dev.takt.report.plot.drawing;

import static dev.takt.report.plot.Samples.bytes;
import static dev.takt.report.plot.Samples.parsed;
import static dev.takt.report.plot.Samples.plot;
import static dev.takt.report.plot.Samples.series;
import static dev.takt.report.plot.Samples.svg;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.report.plot.WithoutDesktop;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.w3c.dom.NodeList;

class PlotFormatTest {

  @Test
  void formatFollowsFromTheExtension() {
    assertThat(PlotFormat.ofFileName("a/spectrum.svg")).contains(PlotFormat.SVG);
    assertThat(PlotFormat.ofFileName("A.PNG")).contains(PlotFormat.PNG);
    assertThat(PlotFormat.ofFileName("png")).isEmpty();
    assertThat(PlotFormat.ofFileName("a.pdf")).isEmpty();
  }

  @Test
  void tagsMayContainAnyCharacter() throws Exception {
    String tag = "<b>&\"']]>\u0000\u0007\ud800 \u202e\n😀 µ";
    NodeList texts = parsed(plot(series(tag, 1, 5))).getElementsByTagName("text");
    assertThat(IntStream.range(0, texts.getLength()).mapToObj(i -> texts.item(i).getTextContent()))
        .contains("<b>&\"']]>\ufffd\ufffd\ufffd \ufffd\ufffd😀 µ");
  }

  @Test
  void svgIsSelfContained() throws Exception {
    Drawing drawing = plot(series("a", 1, 5, 1000), series("b", 3));
    assertThat(parsed(drawing).getDocumentElement().getAttribute("width")).isEqualTo("1200");
    assertThat(svg(drawing).replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http", "<script", "@import", "NaN", "Infinity");
  }

  @Test
  void tooltipsShowThePercentiles() throws Exception {
    long[] values = IntStream.rangeClosed(1, 1000).asLongStream().toArray();
    assertThat(svg(plot(series("a", values))))
        .contains(
            "<title>a · p50 500 ns · p90 900 ns · p99 990 ns · p99.9 999 ns · max 1 µs</title>");
  }

  @Test
  void pngHasTheSeriesColoursWhereTheCurvesAre() throws IOException {
    Drawing drawing = plot(series("a", 1, 5, 1000), series("b", 3, 900));
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes(drawing, PlotFormat.PNG)));
    assertThat(image.getWidth()).isEqualTo(2 * drawing.width());
    assertThat(image.getHeight()).isEqualTo(2 * drawing.height());
    assertThat(colour(image, 0, 0)).isEqualTo(Palette.BACKGROUND);
    int seen = 0;
    for (Shape shape : drawing.shapes()) {
      if (shape instanceof Shape.Dots dots && dots.opacity() == 1) {
        assertThat(colour(image, dots.points().x(0), dots.points().y(0))).isEqualTo(dots.colour());
        seen++;
      } else if (shape instanceof Shape.Path path && path.hint().startsWith("b ·")) {
        Points points = path.points();
        double middle = (points.x(0) + points.x(1)) / 2;
        assertThat(colour(image, middle, points.y(0))).isEqualTo(Palette.colour(1));
        seen++;
      }
    }
    assertThat(seen).as("two maxima and a curve").isEqualTo(3);
  }

  private static int colour(BufferedImage image, double x, double y) {
    return image.getRGB((int) (x * PngCanvas.SCALE), (int) (y * PngCanvas.SCALE)) & 0xffffff;
  }

  @Test
  void pngHasText() throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(bytes(plot(), PlotFormat.PNG)));
    assertThat(IntStream.range(0, 200 * 100).map(i -> image.getRGB(i % 200, i / 200) & 0xffffff))
        .contains(Palette.FOREGROUND);
  }

  @Test
  void emptyPicturesAreWritten() throws Exception {
    for (PlotFormat format : PlotFormat.values()) {
      assertThat(bytes(plot(), format)).isNotEmpty();
    }
    assertThat(parsed(plot()).getDocumentElement().getTagName()).isEqualTo("svg");
  }

  @Test
  void failureOfTheJdkToDrawIsReported() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PngFile.Painter noFonts =
        drawing -> {
          throw new InternalError("Fontconfig head is null");
        };
    assertThatThrownBy(() -> PngFile.write(plot(), out, noFonts))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("PNG needs")
        .hasMessageContaining("write .svg instead");
    assertThat(out.size()).isZero();
  }

  @Test
  void svgWorksWithoutJavaDesktop() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutDesktop.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(output)
        .contains("SVG: written")
        .contains("PNG: PNG needs a JDK with java.desktop and fonts")
        .contains("write .svg instead");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void tooManyPixelsAreRejectedBeforeAllocation() {
    Drawing huge = new Drawing("", 10_000, 10_000, List.of());
    assertThatThrownBy(() -> bytes(huge, PlotFormat.PNG))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("write .svg instead");
  }
}
