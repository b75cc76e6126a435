package dev.takt.report.plot;

import java.util.ArrayList;
import java.util.List;

/// Tracks occupied rectangles, so that texts do not overlap.
final class FreeSpace {

  private record Taken(double x, double y, double width, double height) {

    boolean meets(Taken other) {
      return x < other.x + other.width
          && other.x < x + width
          && y < other.y + other.height
          && other.y < y + height;
    }
  }

  private final List<Taken> taken = new ArrayList<>();

  /// Marks a rectangle as occupied, even if it overlaps others.
  void take(double x, double y, double width, double height) {
    taken.add(new Taken(x, y, width, height));
  }

  /// Marks a rectangle as occupied, unless it overlaps another.
  boolean takeIfFree(double x, double y, double width, double height) {
    Taken wanted = new Taken(x, y, width, height);
    return taken.stream().noneMatch(wanted::meets) && taken.add(wanted);
  }
}
