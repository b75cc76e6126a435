package dev.takt.report.plot;

import java.util.ArrayList;
import java.util.List;

/// Keeps texts from being written over each other.
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

  /// Takes a rectangle, whatever is there.
  void take(double x, double y, double width, double height) {
    taken.add(new Taken(x, y, width, height));
  }

  /// Takes a rectangle if nothing is there.
  boolean takeIfFree(double x, double y, double width, double height) {
    Taken wanted = new Taken(x, y, width, height);
    return taken.stream().noneMatch(wanted::meets) && taken.add(wanted);
  }
}
