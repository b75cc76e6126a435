package dev.takt.report.plot;

import java.util.List;

/// One thing that is drawn. Positions are in pixels, from the top left.
sealed interface Shape {

  /// An area of one colour.
  record Box(double x, double y, double width, double height, int colour) implements Shape {}

  /// A line through points.
  ///
  /// @param points where it goes; at least two
  /// @param hint what is said when the mouse rests on it, where that is possible; may be empty
  record Path(Points points, Stroke stroke, String hint) implements Shape {

    static Path line(double x1, double y1, double x2, double y2, Stroke stroke) {
      return new Path(Points.of(x1, y1).add(x2, y2), stroke, "");
    }
  }

  /// Round dots of one size and colour.
  ///
  /// @param opacity from 0 to 1, of all together: dots on dots are not darker
  record Dots(Points points, double diameter, int colour, double opacity, String hint)
      implements Shape {}

  /// A line of text.
  ///
  /// @param x of its anchor
  /// @param y of its base line
  /// @param halo whether it is set off from what lies behind it
  record Label(double x, double y, String text, Font font, int colour, Anchor anchor, boolean halo)
      implements Shape {

    Label(double x, double y, String text, Font font, int colour, Anchor anchor) {
      this(x, y, text, font, colour, anchor, false);
    }
  }

  /// Which end of a text its position is.
  enum Anchor {
    START,
    MIDDLE,
    END
  }

  /// How a line is drawn.
  ///
  /// @param colour as 0xRRGGBB
  /// @param dashes lengths of strokes and gaps in turn; empty for a solid line
  record Stroke(int colour, double width, double opacity, List<Float> dashes) {

    Stroke(int colour, double width) {
      this(colour, width, 1, List.of());
    }
  }

  /// How a text is set.
  ///
  /// @param size in pixels
  record Font(double size, boolean bold) {}
}
