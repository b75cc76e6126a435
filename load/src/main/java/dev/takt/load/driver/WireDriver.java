package dev.takt.load.driver;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A driver of a protocol of requests and answers over a connection: one operation at a time on
/// each, or several whose answers arrive in the order of their requests ([#pipelining]). The
/// engine's event loops own the sockets; the driver only encodes operations into bytes and decodes
/// bytes into outcomes.
///
/// Most operations are one request and its answer. An operation that needs an answer before it can
/// continue (read, then write) has several steps, all on one connection, within one service time;
/// see [Codec#hasNext].
public non-sealed interface WireDriver extends Driver {

  /// Where to connect to. Returns the same object each time, because it keeps track of which of its
  /// addresses works.
  Endpoint endpoint();

  /// A codec for one operation at a time on one connection. A connection that carries several
  /// operations has one codec for each, and each receives the bytes from the start of its own
  /// answer on.
  Codec newCodec();

  /// How many operations may be in flight on a connection at once; 1 or more. With more than 1 the
  /// target must answer in the order of the requests, and codecs must leave in the buffer any bytes
  /// after the answer that they read.
  default int pipelining() {
    return 1;
  }

  /// A plausible answer of the target to the operation, for warming up the generator without the
  /// target.
  ByteBuffer sampleAnswer(int operation);

  /// The same for one step of an operation with several steps.
  ///
  /// @param step 0 for the answer to [Codec#encode], 1 for that to the first [Codec#encodeNext],
  ///   and so on
  default ByteBuffer sampleAnswer(int operation, int step) {
    return sampleAnswer(operation);
  }

  /// Whether an operation may be sent again if the target closed an idle connection just as it was
  /// sent.
  default boolean isRepeatable(int operation) {
    return false;
  }

  /// TLS settings: the context, the server name to send, and whether the certificate must match it.
  record Tls(SSLContext context, String host, boolean checkHost) {}

  /// Encodes requests and decodes answers. Never called by two threads at once; allocates nothing
  /// in steady state.
  interface Codec {

    /// Whether each new connection needs an exchange before the first operation, such as a
    /// password. The time that takes is part of connecting.
    default boolean hasGreeting() {
      return false;
    }

    /// Appends the greeting of a new connection.
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit; the engine then calls again
    ///   with a larger buffer
    default void encodeGreeting(ByteBuffer out) {
      throw new IllegalStateException("a codec without a greeting");
    }

    /// Reads the received part of the answer to the greeting, as [#decode] does.
    ///
    /// @return OK if the connection can carry operations, a failure if it cannot, or null while the
    ///   answer is not complete
    default @Nullable Outcome decodeGreeting(ByteBuffer in) {
      throw new IllegalStateException("a codec without a greeting");
    }

    /// Appends the request's bytes to `out` and advances its position.
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit; the engine then calls again
    ///   with a larger buffer. The operation that was encoded last may also be encoded once more,
    ///   for a connection that had to be opened first
    void encode(int operation, long n, ByteBuffer out);

    /// The end of the request that was encoded last. It is sent after the encoded bytes without
    /// being copied, for example from a mapped file; null if the request has no such part. Only for
    /// drivers without [#pipelining]. If the answer is complete before all of it was sent, the
    /// connection is closed.
    default @Nullable MemorySegment attachment() {
      return null;
    }

    /// Reads the received part of the answer to the request that was encoded last. Consumes from
    /// `in` the bytes that it has decoded, and keeps its state between calls. Bytes that it leaves
    /// are passed again together with those that follow.
    ///
    /// @return the outcome when the answer is complete, else null
    @Nullable Outcome decode(ByteBuffer in);

    /// Whether a step of the operation is complete, so that [#encodeNext] has another request to
    /// send. Called if [#decode] has returned no outcome.
    default boolean hasNext() {
      return false;
    }

    /// Where the next request of the operation goes, if not to the driver's endpoint. Must return
    /// the same object for the same place each time, and only few different ones. Each connection
    /// to the target has its own connection to each of them, which is opened at its first use, and
    /// kept. Called before [#encodeNext].
    default @Nullable PendingEndpoint nextEndpoint() {
      return null;
    }

    /// Appends the next request of the operation in flight. It may be called once more for the same
    /// request, for a connection that had to be opened first.
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit; the engine then calls again
    ///   with a larger buffer
    default void encodeNext(ByteBuffer out) {
      throw new IllegalStateException("an operation of one step");
    }

    /// The target has closed the connection.
    ///
    /// @return the outcome if the close completes the answer, else null: the answer was cut off, or
    ///   the operation has another request ([#hasNext])
    default @Nullable Outcome decodeEnd() {
      return null;
    }

    /// Whether the connection can carry another request after the answer that was decoded last.
    /// Called after each step of an operation.
    default boolean isReusable() {
      return true;
    }

    /// The operation that was encoded last has ended, and [#decode] and [#decodeEnd] will return no
    /// outcome for it: its connection was lost or could not be opened, it timed out, or its request
    /// is too large. If other operations are in flight on the connection, its answer may still be
    /// passed to [#decode], so that theirs can be found after it; the result is not used.
    default void abandoned() {}

    /// The operation whose answer was read last has failed for a reason that [#decode] did not see:
    /// its connection was lost during the answer, it timed out, or there were bytes after the
    /// answer. A codec can keep the answer for the user.
    ///
    /// @param in the bytes that [#decode] has left; the position must not be changed
    default void failed(Outcome outcome, ByteBuffer in) {}

    /// Discards what was read on a connection: the next bytes belong to a new connection.
    void reset();
  }
}
