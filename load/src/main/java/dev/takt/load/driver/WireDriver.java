package dev.takt.load.driver;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A driver of a protocol of requests and answers over a connection: one operation at a time on
/// each, or several whose answers come in the order of their requests ([#pipelining]). The engine's
/// event loops own the sockets; the driver only turns operations into bytes and bytes into
/// outcomes.
///
/// Most operations are one request and its answer. One that has to see an answer before it can go
/// on (read, then write) has several steps, all on one connection, within one service time; see
/// [Codec#hasNext].
public non-sealed interface WireDriver extends Driver {

  /// Where to connect to. The same object each time: it remembers which of its addresses works.
  Endpoint endpoint();

  /// A codec for one operation at a time on one connection. A connection that carries several has
  /// one for each, and each is shown the bytes from the beginning of its own answer on.
  Codec newCodec();

  /// How many operations may be under way on a connection at once; 1 or more. With more than 1 the
  /// target must answer in the order in which it was asked, and codecs must leave in the buffer
  /// what follows the answer that they read.
  default int pipelining() {
    return 1;
  }

  /// An answer that the target could give to the operation, for warming the generator without the
  /// target.
  ByteBuffer sampleAnswer(int operation);

  /// The same for one step of an operation of several.
  ///
  /// @param step 0 for the answer to [Codec#encode], 1 for that to the first [Codec#encodeNext],
  ///   and so on
  default ByteBuffer sampleAnswer(int operation, int step) {
    return sampleAnswer(operation);
  }

  /// Whether an operation may be sent once more when the target closed an idle connection just as
  /// it was sent.
  default boolean isRepeatable(int operation) {
    return false;
  }

  /// TLS settings: the context, the name that is sent to the server, and whether its certificate
  /// must be for that name.
  record Tls(SSLContext context, String host, boolean checkHost) {}

  /// Encodes requests and decodes answers. Never called by two threads at once; allocates nothing
  /// in steady state.
  interface Codec {

    /// Whether something has to be said and answered on each new connection before the first
    /// operation, such as a password. The time that takes is part of connecting.
    default boolean hasGreeting() {
      return false;
    }

    /// Appends what is said on a new connection.
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit; the engine then calls again
    ///   with a larger buffer
    default void encodeGreeting(ByteBuffer out) {
      throw new IllegalStateException("a codec without a greeting");
    }

    /// Reads what has come of the answer to the greeting, as [#decode] does.
    ///
    /// @return OK when the connection can carry operations, why it cannot, or null while the answer
    ///   is not complete
    default @Nullable Outcome decodeGreeting(ByteBuffer in) {
      throw new IllegalStateException("a codec without a greeting");
    }

    /// Appends the request's bytes to `out`, whose position is moved on.
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit; the engine then calls again
    ///   with a larger buffer. The operation that was encoded last may also be encoded once more,
    ///   for a connection that had to be opened first
    void encode(int operation, long n, ByteBuffer out);

    /// The end of the request that was encoded last, which is sent behind the encoded bytes from
    /// where it lies, such as a mapped file; null if the request is whole without. Only for drivers
    /// without [#pipelining]. If the answer is complete before all of it was sent, the connection
    /// is closed.
    default @Nullable MemorySegment attachment() {
      return null;
    }

    /// Reads what has come of the answer to the request that was encoded last. Consumes from `in`
    /// what it has understood (a codec keeps its place between calls); bytes that it leaves are
    /// shown again together with what follows.
    ///
    /// @return the outcome when the answer is complete, else null
    @Nullable Outcome decode(ByteBuffer in);

    /// Whether a step of the operation is complete, so that [#encodeNext] has another request to
    /// send. Asked when [#decode] has given no outcome.
    default boolean hasNext() {
      return false;
    }

    /// Where the next request of the operation goes, if not to the driver's endpoint: the same
    /// object for the same place each time, and few of them. Each connection has one of its own to
    /// each, which is opened when it is first needed, and kept. Asked before [#encodeNext].
    default @Nullable PendingEndpoint nextEndpoint() {
      return null;
    }

    /// Appends the next request of the operation that is under way. It may be called once more for
    /// the same request, for a connection that had to be opened first.
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
    /// Asked after each step of an operation.
    default boolean isReusable() {
      return true;
    }

    /// The operation that was encoded last has ended, and [#decode] and [#decodeEnd] will give no
    /// outcome for it: its connection was lost or could not be opened, its time was up, or its
    /// request is too large. Where others are under way on the connection its answer may still be
    /// shown to [#decode], so that theirs can be found behind it; what that gives is not used.
    default void abandoned() {}

    /// The operation whose answer was read last has failed for a reason that [#decode] did not see:
    /// its connection was lost in the middle of the answer, its time was up, or more came than the
    /// answer. A codec can keep the answer for the user.
    ///
    /// @param in the bytes that [#decode] has left; the position is to be left as it was
    default void failed(Outcome outcome, ByteBuffer in) {}

    /// Forgets what was read on a connection: the next bytes are those of a new connection.
    void reset();
  }
}
