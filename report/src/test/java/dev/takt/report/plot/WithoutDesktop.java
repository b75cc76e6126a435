package dev.takt.report.plot;

import dev.takt.report.plot.drawing.Drawing;
import dev.takt.report.plot.drawing.PlotFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/// Writes a picture in all formats and prints the results; run in a JVM with only `java.base`.
public final class WithoutDesktop {

  private WithoutDesktop() {}

  public static void main(String[] args) {
    Drawing drawing = LogPlot.of("title", "", List.of(), PlotOptions.DEFAULT);
    for (PlotFormat format : PlotFormat.values()) {
      try {
        format.write(drawing, new ByteArrayOutputStream());
        System.out.println(format + ": written");
      } catch (IOException e) {
        System.out.println(format + ": " + e.getMessage());
      }
    }
  }
}
