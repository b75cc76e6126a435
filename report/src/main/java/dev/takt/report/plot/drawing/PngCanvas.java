package dev.takt.report.plot.drawing;

import dev.takt.report.plot.drawing.Shape.Box;
import dev.takt.report.plot.drawing.Shape.Dots;
import dev.takt.report.plot.drawing.Shape.Label;
import dev.takt.report.plot.drawing.Shape.Path;
import dev.takt.report.plot.drawing.Shape.Stroke;
import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;

/// Renders a drawing as PNG by Java2D, without a screen.
final class PngCanvas {

  /// Pixels of the image per pixel of the drawing, for screens with high resolution.
  static final int SCALE = 2;

  private static final float MITER_LIMIT = 10;

  private final Graphics2D graphics;

  private PngCanvas(Graphics2D graphics) {
    this.graphics = graphics;
  }

  /// Encodes a drawing as PNG.
  ///
  /// @throws IOException if the JDK has no encoder for it
  static byte[] png(Drawing drawing) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    if (!ImageIO.write(image(drawing), "png", bytes)) {
      throw new IOException("PNG needs a JDK with an encoder for it: write .svg instead");
    }
    return bytes.toByteArray();
  }

  /// The picture, [#SCALE] times as many pixels wide and high as the drawing.
  private static BufferedImage image(Drawing drawing) {
    BufferedImage image =
        new BufferedImage(
            drawing.width() * SCALE, drawing.height() * SCALE, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.addRenderingHints(
          Map.of(
              RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON,
              RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON,
              RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON,
              RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE));
      graphics.scale(SCALE, SCALE);
      new PngCanvas(graphics).shapes(drawing.shapes());
    } finally {
      graphics.dispose();
    }
    return image;
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
    graphics.setColor(new Color(box.colour()));
    graphics.fill(new Rectangle2D.Double(box.x(), box.y(), box.width(), box.height()));
  }

  private void path(Path path) {
    Path2D line = new Path2D.Double();
    line.moveTo(path.points().x(0), path.points().y(0));
    for (int i = 1; i < path.points().size(); i++) {
      line.lineTo(path.points().x(i), path.points().y(i));
    }
    Stroke stroke = path.stroke();
    graphics.setStroke(stroke(stroke));
    paint(line, stroke.colour(), stroke.opacity());
  }

  private static BasicStroke stroke(Stroke stroke) {
    float[] dashes = new float[stroke.dashes().size()];
    for (int i = 0; i < dashes.length; i++) {
      dashes[i] = stroke.dashes().get(i);
    }
    return new BasicStroke(
        (float) stroke.width(),
        BasicStroke.CAP_BUTT,
        BasicStroke.JOIN_ROUND,
        MITER_LIMIT,
        dashes.length == 0 ? null : dashes,
        0);
  }

  private void dots(Dots dots) {
    Path2D all = new Path2D.Double();
    for (int i = 0; i < dots.points().size(); i++) {
      all.moveTo(dots.points().x(i), dots.points().y(i));
      all.lineTo(dots.points().x(i), dots.points().y(i));
    }
    graphics.setStroke(
        new BasicStroke((float) dots.diameter(), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
    paint(all, dots.colour(), dots.opacity());
  }

  private void paint(Path2D line, int colour, double opacity) {
    graphics.setColor(new Color(colour));
    graphics.setComposite(AlphaComposite.getInstance(AlphaComposite.SRC_OVER, (float) opacity));
    graphics.draw(line);
    graphics.setComposite(AlphaComposite.SrcOver);
  }

  private void label(Label label) {
    int style = label.font().bold() ? Font.BOLD : Font.PLAIN;
    graphics.setFont(new Font(Font.SANS_SERIF, style, 1).deriveFont((float) label.font().size()));
    String text = PlainText.of(label.text());
    double width = graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
    double start =
        switch (label.anchor()) {
          case START -> label.x();
          case MIDDLE -> label.x() - width / 2;
          case END -> label.x() - width;
        };
    if (label.halo()) {
      halo(text, start, label.y());
    }
    graphics.setColor(new Color(label.colour()));
    graphics.drawString(text, (float) start, (float) label.y());
  }

  private void halo(String text, double x, double y) {
    graphics.setStroke(stroke(Palette.HALO));
    graphics.setColor(new Color(Palette.HALO.colour()));
    graphics.draw(
        graphics
            .getFont()
            .createGlyphVector(graphics.getFontRenderContext(), text)
            .getOutline((float) x, (float) y));
  }
}
