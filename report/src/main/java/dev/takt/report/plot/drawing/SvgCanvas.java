package dev.takt.report.plot.drawing;

import dev.takt.report.plot.drawing.Shape.Box;
import dev.takt.report.plot.drawing.Shape.Dots;
import dev.takt.report.plot.drawing.Shape.Label;
import dev.takt.report.plot.drawing.Shape.Path;
import dev.takt.report.plot.drawing.Shape.Stroke;
import dev.takt.runs.text.MachineText;
import java.util.List;
import java.util.stream.Collectors;

/// Writes a drawing as self-contained SVG 1.1, without scripts, style sheets and external fonts.
final class SvgCanvas {

  private static final String FONTS =
      "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif";
  private static final double HUNDREDTHS = 100;

  private final StringBuilder out = new StringBuilder(1 << 16);

  private SvgCanvas() {}

  /// Formats a drawing as SVG.
  static String svg(Drawing drawing) {
    SvgCanvas canvas = new SvgCanvas();
    canvas.document(drawing);
    return canvas.out.toString();
  }

  private void document(Drawing drawing) {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append(
        MachineText.format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\""
                + " viewBox=\"0 0 %1$d %2$d\" role=\"img\" font-family=\"%3$s\">\n",
            drawing.width(), drawing.height(), FONTS));
    title(drawing.title());
    out.append('\n');
    shapes(drawing.shapes());
    out.append("</svg>\n");
  }

  private void shapes(List<Shape> shapes) {
    for (Shape shape : shapes) {
      switch (shape) {
        case Box box -> box(box);
        case Path path -> path(path);
        case Dots dots -> dots(dots);
        case Label label -> label(label);
      }
    }
  }

  private void box(Box box) {
    out.append("<rect");
    number("x", box.x());
    number("y", box.y());
    number("width", box.width());
    number("height", box.height());
    colour("fill", box.colour());
    out.append("/>\n");
  }

  private void path(Path path) {
    out.append("<path fill=\"none\" stroke-linejoin=\"round\" d=\"");
    for (int i = 0; i < path.points().size(); i++) {
      point(i == 0 ? 'M' : 'L', path.points().x(i), path.points().y(i));
    }
    out.append('"');
    stroke(path.stroke());
    end("path", path.hint());
  }

  /// Each dot is a line of length zero with round ends, which takes a tenth of the bytes of a
  /// circle.
  private void dots(Dots dots) {
    out.append("<path fill=\"none\" stroke-linecap=\"round\" d=\"");
    for (int i = 0; i < dots.points().size(); i++) {
      point('M', dots.points().x(i), dots.points().y(i));
      out.append("h0");
    }
    out.append('"');
    stroke(new Stroke(dots.colour(), dots.diameter(), dots.opacity(), List.of()));
    end("path", dots.hint());
  }

  private void label(Label label) {
    out.append("<text");
    number("x", label.x());
    number("y", label.y());
    number("font-size", label.font().size());
    if (label.font().bold()) {
      out.append(" font-weight=\"bold\"");
    }
    switch (label.anchor()) {
      case START -> {}
      case MIDDLE -> out.append(" text-anchor=\"middle\"");
      case END -> out.append(" text-anchor=\"end\"");
    }
    if (label.halo()) {
      out.append(" paint-order=\"stroke\" stroke-linejoin=\"round\"");
      stroke(Palette.HALO);
    }
    colour("fill", label.colour());
    out.append('>').append(escaped(label.text())).append("</text>\n");
  }

  private void stroke(Stroke stroke) {
    colour("stroke", stroke.colour());
    number("stroke-width", stroke.width());
    if (stroke.opacity() < 1) {
      number("stroke-opacity", stroke.opacity());
    }
    if (!stroke.dashes().isEmpty()) {
      String dashes =
          stroke.dashes().stream().map(each -> figure(each)).collect(Collectors.joining(" "));
      out.append(" stroke-dasharray=\"").append(dashes).append('"');
    }
  }

  private void end(String element, String hint) {
    if (hint.isEmpty()) {
      out.append("/>\n");
      return;
    }
    out.append('>');
    title(hint);
    out.append("</").append(element).append(">\n");
  }

  private void title(String text) {
    out.append("<title>").append(escaped(text)).append("</title>");
  }

  private void point(char command, double x, double y) {
    out.append(command).append(figure(x)).append(' ').append(figure(y));
  }

  private void number(String name, double value) {
    out.append(' ').append(name).append("=\"").append(figure(value)).append('"');
  }

  private void colour(String name, int colour) {
    out.append(MachineText.format(" %s=\"#%06x\"", name, colour));
  }

  /// Formats a number with at most two decimals: hundredths of a pixel are precise enough.
  private static String figure(double value) {
    double rounded = Math.rint(value * HUNDREDTHS) / HUNDREDTHS;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }

  /// Escapes text for XML; [PlainText] has removed the characters that XML forbids.
  private static String escaped(String text) {
    return MachineText.xml(PlainText.of(text));
  }
}
