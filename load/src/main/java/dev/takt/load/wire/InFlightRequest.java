package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver.Codec;
import org.jspecify.annotations.Nullable;

/// An operation on a connection, and the codec that speaks for it. Used for one after another.
final class InFlightRequest {

  private static final int NO_SLOT = -1;

  final Codec codec;
  int operation;
  long number;

  /// How many requests of the operation were answered.
  int step;

  /// Whether it was sent once more on a fresh connection.
  boolean repeated;

  /// For which of the connection's sockets, counted from 0, the codec was used last.
  int epoch;

  /// The connection on which its request was written last; null until there is one.
  @Nullable Connection connection;

  private final Pipeline home;
  private int slot = NO_SLOT;

  /// @param home the pipeline that has it when it is free
  InFlightRequest(Pipeline home, Codec codec) {
    this.home = home;
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

  /// The slot whose operation it is; -1 if no slot waits for the end.
  int slot() {
    return slot;
  }

  /// Whether a slot waits for the end.
  boolean isWanted() {
    return slot != NO_SLOT;
  }

  /// The next request is written on a connection.
  void moveTo(Connection next) {
    if (connection != next) {
      connection = next;
      epoch = -1;
    }
  }

  /// The operation is over, and the exchange can be used for another one.
  void free() {
    home.give(this);
  }

  /// No slot waits any more.
  ///
  /// @return the slot that did
  int release() {
    int asking = slot;
    slot = NO_SLOT;
    return asking;
  }
}
