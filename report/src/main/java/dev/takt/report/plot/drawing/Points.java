package dev.takt.report.plot.drawing;

import java.util.Arrays;

/// Growable list of positions in a picture, in pixels from the top left.
public final class Points {

  private static final int INITIAL_CAPACITY = 16;

  private double[] coordinates = new double[2 * INITIAL_CAPACITY];
  private int size;

  public Points() {}

  public static Points of(double x, double y) {
    return new Points().add(x, y);
  }

  /// Appends a position.
  public Points add(double x, double y) {
    if (2 * size == coordinates.length) {
      coordinates = Arrays.copyOf(coordinates, 4 * size);
    }
    coordinates[2 * size] = x;
    coordinates[2 * size + 1] = y;
    size++;
    return this;
  }

  public int size() {
    return size;
  }

  public double x(int index) {
    return coordinates[2 * index];
  }

  public double y(int index) {
    return coordinates[2 * index + 1];
  }
}
