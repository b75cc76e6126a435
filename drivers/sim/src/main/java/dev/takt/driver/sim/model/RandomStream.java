package dev.takt.driver.sim.model;

/// Random streams of an operation. Each purpose has its own stream, so that a change of one
/// parameter does not change the values of others.
public final class RandomStream {

  static final int SERVICE_TIME = 1;
  static final int MODE = 2;
  public static final int ERROR = 3;
  static final int HANG = 4;

  private RandomStream() {}
}
