package dev.takt.driver.sim;

/// What the random values of an operation are for. Each has a stream of its own, so that one more
/// parameter of a system does not change the others' values.
final class Purpose {

  static final int SERVICE_TIME = 1;
  static final int MODE = 2;
  static final int ERROR = 3;
  static final int HANG = 4;

  private Purpose() {}
}
