package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver.Codec;

/// An operation on a connection, and the codec that speaks for it. Used for one after another.
final class Exchange {

  private static final int NOBODY = -1;

  final Codec codec;
  int operation;
  long number;

  /// How many requests of the operation were answered.
  int step;

  /// Whether it was sent once more on a fresh connection.
  boolean repeated;

  /// For which of the connection's sockets, counted from 0, the codec was used last.
  int epoch;

  private int slot = NOBODY;

  Exchange(Codec codec) {
    this.codec = codec;
  }

  /// @param asking the slot whose operation it is
  void begin(int asking, int newOperation, long n) {
    slot = asking;
    operation = newOperation;
    number = n;
    step = 0;
    repeated = false;
  }

  /// Whether somebody waits for the end.
  boolean isWanted() {
    return slot != NOBODY;
  }

  /// Nobody waits any more.
  ///
  /// @return the slot that did
  int release() {
    int asking = slot;
    slot = NOBODY;
    return asking;
  }
}
