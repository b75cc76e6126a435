package dev.takt.report.plot.drawing;

import java.util.List;

/// A laid-out picture, to be written by [PlotFormat]. Immutable and deterministic.
public final class Drawing {

  private final String title;
  private final int width;
  private final int height;
  private final List<Shape> shapes;

  public Drawing(String title, int width, int height, List<Shape> shapes) {
    this.title = title;
    this.width = width;
    this.height = height;
    this.shapes = List.copyOf(shapes);
  }

  /// The title of the picture, for screen readers.
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

  /// The shapes to draw, from back to front.
  public List<Shape> shapes() {
    return shapes;
  }
}
