package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver.Codec;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An operation on a connection, and the codec that encodes and decodes it. Reused for later
/// operations.
final class InFlightRequest {

  private static final int NO_SLOT = -1;

  final Codec codec;

  /// The number of its codec in the session.
  final int stream;

  int operation;
  long number;

  /// How many requests of the operation have been answered.
  int step;

  /// Whether it has been sent again on a fresh connection, because the one before was stale.
  boolean repeated;

  /// Whether a connection before has ended without processing its current request.
  boolean unprocessed;

  /// The socket of the connection, counted from 0, for which the codec was last used.
  int epoch;

  /// The connection on which its request was written last; null until there is one.
  @Nullable Connection connection;

  /// Whether part of its answer has arrived. Only for sessions with streams.
  boolean inAnswer;

  /// Whether its sample has been sent, by an [EchoConnector].
  boolean isEchoed;

  /// Its place in a [Pipeline].
  boolean isInPipeline;

  @Nullable InFlightRequest previous;

  @Nullable InFlightRequest next;

  /// Appends its next request.
  final Consumer<ByteBuffer> encoder = this::encode;

  private final Pipeline home;
  private int slot = NO_SLOT;

  /// @param home the pipeline that it returns to when it is free
  InFlightRequest(Pipeline home, Codec codec, int stream) {
    this.home = home;
    this.codec = codec;
    this.stream = stream;
  }

  /// @param asking the slot of the operation
  void begin(int asking, int newOperation, long n) {
    slot = asking;
    operation = newOperation;
    number = n;
    step = 0;
    repeated = false;
    unprocessed = false;
  }

  /// The request has been answered, and the operation has another one.
  void nextStep() {
    step++;
    unprocessed = false;
  }

  /// Continues the operation of a request on another connection, which is free then.
  void takeOver(InFlightRequest other) {
    operation = other.operation;
    number = other.number;
    step = other.step;
    repeated = other.repeated;
    unprocessed = other.unprocessed;
    codec.takeOver(other.codec);
    slot = other.release();
    other.free();
  }

  private void encode(ByteBuffer out) {
    inAnswer = false;
    isEchoed = false;
    if (step == 0) {
      codec.encode(operation, number, out);
    } else {
      codec.encodeNext(out);
    }
  }

  /// The slot of the operation; -1 if no slot waits for its end.
  int slot() {
    return slot;
  }

  /// Whether a slot waits for its end.
  boolean hasWaitingSlot() {
    return slot != NO_SLOT;
  }

  /// The next request will be written on this connection.
  void moveTo(Connection next) {
    if (connection != next) {
      connection = next;
      epoch = -1;
    }
  }

  /// The operation has ended. The request can be reused for another one.
  void free() {
    home.recycle(this);
  }

  /// Detaches the slot, so that none waits any more.
  ///
  /// @return the slot that was waiting
  int release() {
    int asking = slot;
    slot = NO_SLOT;
    return asking;
  }
}
