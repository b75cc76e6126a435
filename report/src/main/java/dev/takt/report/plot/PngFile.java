package dev.takt.report.plot;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.ImageIO;
import org.jspecify.annotations.Nullable;

/// Encodes a picture as PNG, or says why that cannot be done here.
final class PngFile {

  private static final long MOST_PIXELS = 100_000_000;

  /// What paints a drawing.
  interface Painter {
    BufferedImage paint(Drawing drawing);
  }

  private PngFile() {}

  static void write(Drawing drawing, OutputStream out) throws IOException {
    write(drawing, out, PngCanvas::image);
  }

  static void write(Drawing drawing, OutputStream out, Painter painter) throws IOException {
    long pixels = (long) drawing.width() * drawing.height() * PngCanvas.SCALE * PngCanvas.SCALE;
    if (pixels > MOST_PIXELS) {
      throw unable("less than " + MOST_PIXELS / 1_000_000 + " million pixels, not " + pixels, null);
    }
    out.write(encoded(drawing, painter));
  }

  /// A JDK without `java.desktop`, without its native libraries or without a font fails in ways of
  /// its own: linkage and internal errors, and runtime exceptions out of the font configuration.
  private static byte[] encoded(Drawing drawing, Painter painter) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      if (ImageIO.write(painter.paint(drawing), "png", bytes)) {
        return bytes.toByteArray();
      }
    } catch (RuntimeException | LinkageError | InternalError e) {
      throw unable("a JDK with java.desktop and fonts (" + e + ")", e);
    }
    throw unable("a JDK with an encoder for it", null);
  }

  private static IOException unable(String needed, @Nullable Throwable cause) {
    return new IOException("PNG needs " + needed + ": write .svg instead", cause);
  }
}
