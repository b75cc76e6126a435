package dev.takt.driver.sim;

/// Random streams of an operation. Each purpose has its own stream, so that a change of one
/// parameter does not change the values of others.
final class RandomStream {

  static final int SERVICE_TIME = 1;
  static final int MODE = 2;
  static final int ERROR = 3;
  static final int HANG = 4;

  private RandomStream() {}
}
