package dev.takt.report.plot;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/// Writes a picture as PNG, or says why that cannot be done here. It knows nothing of
/// `java.desktop` itself, so that it can tell when that is missing.
final class PngFile {

  private static final long MOST_PIXELS = 100_000_000;

  /// What makes a PNG of a drawing.
  interface Painter {
    byte[] paint(Drawing drawing) throws IOException;
  }

  private PngFile() {}

  static void write(Drawing drawing, OutputStream out) throws IOException {
    // No method reference: that would look for PngCanvas here, and not where its absence is caught.
    write(drawing, out, each -> PngCanvas.png(each));
  }

  static void write(Drawing drawing, OutputStream out, Painter painter) throws IOException {
    long pixels = (long) drawing.width() * drawing.height() * PngCanvas.SCALE * PngCanvas.SCALE;
    if (pixels > MOST_PIXELS) {
      throw unable("less than " + MOST_PIXELS / 1_000_000 + " million pixels, not " + pixels, null);
    }
    out.write(painted(drawing, painter));
  }

  /// A JDK without `java.desktop`, without its native libraries or without a font fails in ways of
  /// its own: linkage and internal errors, and runtime exceptions out of the font configuration.
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
