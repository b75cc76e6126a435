package dev.takt.report.plot.drawing;

import java.util.List;

/// An element of a drawing. Positions are in pixels, from the top left.
public sealed interface Shape {

  /// A filled rectangle.
  record Box(double x, double y, double width, double height, int colour) implements Shape {}

  /// A polyline.
  ///
  /// @param points at least two
  /// @param hint tooltip, if the format supports it; may be empty
  record Path(Points points, Stroke stroke, String hint) implements Shape {

    public static Path line(double x1, double y1, double x2, double y2, Stroke stroke) {
      return new Path(Points.of(x1, y1).add(x2, y2), stroke, "");
    }
  }

  /// Round dots of one size and colour.
  ///
  /// @param opacity from 0 to 1, of all dots together: overlapping dots are not darker
  record Dots(Points points, double diameter, int colour, double opacity, String hint)
      implements Shape {}

  /// A line of text.
  ///
  /// @param x of its anchor
  /// @param y of its base line
  /// @param halo whether it has an outline that separates it from shapes behind it
  record Label(double x, double y, String text, Font font, int colour, Anchor anchor, boolean halo)
      implements Shape {

    public Label(double x, double y, String text, Font font, int colour, Anchor anchor) {
      this(x, y, text, font, colour, anchor, false);
    }
  }

  /// The end of a text that its position refers to.
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /// The style of a line.
  ///
  /// @param colour as 0xRRGGBB
  /// @param dashes alternating lengths of dashes and gaps; empty for a solid line
  record Stroke(int colour, double width, double opacity, List<Float> dashes) {

    public Stroke(int colour, double width) {
      this(colour, width, 1, List.of());
    }
  }

  /// The font of a text.
  ///
  /// @param size in pixels
  record Font(double size, boolean bold) {}
}
