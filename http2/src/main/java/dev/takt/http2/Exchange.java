package dev.takt.http2;

import dev.takt.http2.hpack.FieldList;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.PendingEndpoint;
import dev.takt.load.journey.User;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// What a protocol over HTTP/2 does on a stream: writes the request of an operation, and reads its
/// answer. It carries one operation at a time, each on a new stream. Never called by two threads at
/// once; must allocate nothing in steady state.
///
/// An answer is any number of interim heads (status 1xx), one head, data, and trailers (RFC 9113,
/// section 8.1). The first outcome that a method returns ends the operation. If the answer or the
/// request is not complete by then, the stream is cancelled.
public interface Exchange {

  /// See [WireDriver.Codec#actFor].
  default void actFor(User user) {
    throw new IllegalStateException("a protocol without journeys");
  }

  /// Writes the request of an operation. May be called once more for the same operation: with a
  /// larger buffer, or for another connection.
  ///
  /// @throws java.nio.BufferOverflowException if `out` has thrown it
  void encode(int operation, long n, Request out);

  /// Reads a head or the trailers.
  ///
  /// @param fields [FieldList#status] is 0 for trailers, from 100 to 199 for an interim head. Valid
  ///   only during the call
  /// @param isEnd whether the answer ends here. Then there must be an outcome, or [#hasNext] must
  ///   be true
  /// @return the outcome when the operation has ended, else null
  @Nullable Outcome fields(FieldList fields, boolean isEnd);

  /// Reads the next part of the answer's data. Parts are cut anywhere, and may be empty.
  ///
  /// @param in from its position to its limit, without padding. Valid only during the call; need
  ///   not be consumed
  /// @param isEnd whether the answer ends here, without trailers. Then there must be an outcome, or
  ///   [#hasNext] must be true
  /// @return the outcome when the operation has ended, else null
  @Nullable Outcome data(ByteBuffer in, boolean isEnd);

  /// Whether the answer is complete and the operation has another request, on a new stream.
  default boolean hasNext() {
    return false;
  }

  /// Where the next request of the operation goes, if not to the driver's endpoint: see
  /// [WireDriver.Codec#nextEndpoint]. Another exchange takes the operation over then.
  default @Nullable PendingEndpoint nextEndpoint() {
    return null;
  }

  /// Takes over the operation of another exchange of the same protocol, to continue it on another
  /// connection: with its next request, or with the same one once more, because the server did not
  /// process it.
  ///
  /// @param other has no operation afterwards
  default void takeOver(Exchange other) {
    throw new IllegalStateException("an operation of one connection");
  }

  /// Writes the next request of the operation, as [#encode] does.
  default void encodeNext(Request out) {
    throw new IllegalStateException("an operation of one step");
  }

  /// The operation has ended without an outcome of this exchange: it timed out, its connection was
  /// lost or could not be opened, its request could not be sent, or it has [#failed]. Nothing more
  /// of its answer will be passed.
  default void abandoned() {}

  /// When the operation ends by its own deadline, as [System#nanoTime] says it; [Long#MAX_VALUE]
  /// for never.
  default long expiry() {
    return Long.MAX_VALUE;
  }

  /// The [#expiry] is over, and the answer has not come.
  ///
  /// @return the outcome of the operation
  default Outcome expired() {
    throw new IllegalStateException("an operation without a deadline");
  }

  /// The server has reset the stream.
  ///
  /// @param outcome that names the code
  /// @return the outcome of the operation, for which the protocol can have a name of its own
  default Outcome streamReset(Outcome outcome) {
    return outcome;
  }

  /// The operation has failed for a reason that this exchange did not see: the server has reset the
  /// stream, or the answer was malformed. The exchange can keep what it has read for the user.
  /// [#abandoned] follows.
  default void failed(Outcome outcome) {}

  /// Discards what was read: the next operation begins on a new connection.
  void reset();
}
