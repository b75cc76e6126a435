package dev.takt.report.plot.drawing;

import java.util.ArrayList;
import java.util.List;

/// Tracks occupied rectangles, so that texts do not overlap.
public final class FreeSpace {

  public FreeSpace() {}

  private record Occupied(double x, double y, double width, double height) {

    boolean meets(Occupied other) {
      return x < other.x + other.width
          && other.x < x + width
          && y < other.y + other.height
          && other.y < y + height;
    }
  }

  private final List<Occupied> occupied = new ArrayList<>();

  /// Marks a rectangle as occupied, even if it overlaps others.
  public void occupy(double x, double y, double width, double height) {
    occupied.add(new Occupied(x, y, width, height));
  }

  /// Marks a rectangle as occupied, unless it overlaps another.
  public boolean occupyIfFree(double x, double y, double width, double height) {
    Occupied wanted = new Occupied(x, y, width, height);
    return occupied.stream().noneMatch(wanted::meets) && occupied.add(wanted);
  }
}
