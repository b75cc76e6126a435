package dev.takt.report.plot.drawing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// The file format of a picture.
public enum PlotFormat {
  /// Vector graphics without scripts and external resources.
  SVG {
    @Override
    public void write(Drawing drawing, OutputStream out) throws IOException {
      out.write(SvgCanvas.svg(drawing).getBytes(StandardCharsets.UTF_8));
    }
  },

  /// Pixels, at twice the drawing's resolution. Needs the JDK's `java.desktop` and fonts, but no
  /// screen: `java.awt.headless` is set to true unless it has a value.
  PNG {
    @Override
    public void write(Drawing drawing, OutputStream out) throws IOException {
      if (System.getProperty(HEADLESS) == null) {
        System.setProperty(HEADLESS, "true");
      }
      PngFile.write(drawing, out);
    }
  };

  private static final String HEADLESS = "java.awt.headless";

  /// Writes a picture; the stream stays open.
  ///
  /// @throws IOException if it cannot be written; for PNG also if the JDK cannot draw, or if the
  ///   picture would have too many pixels
  public abstract void write(Drawing drawing, OutputStream out) throws IOException;

  /// The format for the extension of a file's name.
  public static Optional<PlotFormat> ofFileName(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (PlotFormat each : values()) {
      if (lower.endsWith("." + each.name().toLowerCase(Locale.ROOT))) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }
}
