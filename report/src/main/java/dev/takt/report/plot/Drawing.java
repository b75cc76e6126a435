package dev.takt.report.plot;

import java.util.List;

/// A picture, laid out: [PlotFormat] writes it. Immutable, and the same for the same input.
public final class Drawing {

  private final String title;
  private final int width;
  private final int height;
  private final List<Shape> shapes;

  Drawing(String title, int width, int height, List<Shape> shapes) {
    this.title = title;
    this.width = width;
    this.height = height;
    this.shapes = List.copyOf(shapes);
  }

  /// What the picture is called by who reads it aloud.
  public String title() {
    return title;
  }

  /// In pixels.
  public int width() {
    return width;
  }

  /// In pixels.
  public int height() {
    return height;
  }

  /// What there is to draw, from the back to the front.
  List<Shape> shapes() {
    return shapes;
  }
}
