package dev.takt.stress;

/// A value in a plain field that is not final: unsafely published, it may be seen as 0.
final class Box {

  private int value;

  Box(int value) {
    this.value = value;
  }

  int value() {
    return value;
  }
}
