package dev.takt.report.plot.drawing;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// Writes a picture as PNG, or reports why the JDK cannot do so. This class does not depend on
/// `java.desktop`, so that it can report when that module is missing.
final class PngFile {

  private static final long MAX_PIXELS = 100_000_000;

  /// Encodes a drawing as PNG.
  interface Painter {
    byte[] paint(Drawing drawing) throws IOException;
  }

  private PngFile() {}

  static void write(Drawing drawing, OutputStream out) throws IOException {
    // No method reference: that would link PngCanvas here, outside of the try block in painted().
    write(drawing, out, each -> PngCanvas.png(each));
  }

  static void write(Drawing drawing, OutputStream out, Painter painter) throws IOException {
    long pixels = (long) drawing.width() * drawing.height() * PngCanvas.SCALE * PngCanvas.SCALE;
    if (pixels > MAX_PIXELS) {
      throw unable("less than " + MAX_PIXELS / 1_000_000 + " million pixels, not " + pixels, null);
    }
    out.write(painted(drawing, painter));
  }

  /// Encodes a drawing, and converts failures to an [IOException]. A JDK without `java.desktop`,
  /// its native libraries or a font throws linkage and internal errors, and runtime exceptions from
  /// the font configuration.
  private static byte[] painted(Drawing drawing, Painter painter) throws IOException {
    try {
      return painter.paint(drawing);
    } catch (RuntimeException | LinkageError | InternalError e) {
      throw unable("a JDK with java.desktop and fonts (" + e + ")", e);
    }
  }

  private static IOException unable(String needed, @Nullable Throwable cause) {
    return new IOException("PNG needs " + needed + ": write .svg instead", cause);
  }
}
