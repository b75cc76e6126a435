package dev.takt.load.driver;

import dev.takt.load.journey.User;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// A driver of a protocol of requests and answers over a connection: one operation at a time on
/// each, or several ([#pipelining]), whose answers arrive in the order of their requests or in any
/// order ([Session#hasStreams]). The engine's event loops own the sockets; the driver only encodes
/// operations into bytes and decodes bytes into outcomes.
///
/// Most operations are one request and its answer. An operation that needs an answer before it can
/// continue (read, then write) has several steps, all on one connection, within one service time;
/// see [Codec#hasNext].
public non-sealed interface WireDriver extends Driver {

  /// The result of [#preferredEndpoint] for an operation that any endpoint can carry out.
  int ANY_ENDPOINT = AsyncDriver.ANY_GROUP;

  /// Where to connect to. Returns the same object each time, because it keeps track of which of its
  /// addresses works.
  Endpoint endpoint();

  /// All servers to connect to; the connections are distributed over them in turn. Returns the same
  /// objects each time. At least one.
  default List<Endpoint> endpoints() {
    return List.of(endpoint());
  }

  /// Which of the [#endpoints] should carry out an operation. If none of its slots is free, the
  /// operation goes to another endpoint. Called by all event loops.
  ///
  /// @return an index in [#endpoints], or [#ANY_ENDPOINT]
  default int preferredEndpoint(int operation, long n) {
    return ANY_ENDPOINT;
  }

  /// A session for one connection. It is kept when the connection is lost and opened again.
  Session newSession();

  /// A session for warming up the generator without the target. Its operations must change nothing
  /// for those of the run, such as what is inserted next.
  default Session warmupSession() {
    return newSession();
  }

  /// How many operations may be in flight on a connection at once; 1 or more. With more than 1 on a
  /// session without streams, codecs must leave in the buffer any bytes after the answer that they
  /// read.
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

  /// The same for an operation on a stream.
  ///
  /// @param stream see [Session#newCodec]
  default ByteBuffer sampleAnswer(int operation, int step, int stream) {
    return sampleAnswer(operation, step);
  }

  /// Whether an operation may be sent again if the target closed an idle connection just as it was
  /// sent.
  default boolean isRepeatable(int operation) {
    return false;
  }

  /// An operation is sent once more because the target did not process it; see
  /// [Session#isUnprocessed]. Called by all event loops.
  default void repeated(int operation) {}

  /// Asks a target that has just been started whether it is ready, if the protocol has a question
  /// for that. Called when it accepts connections.
  ///
  /// @throws DriverException if it is not ready yet, with the reason
  default void requireReady() throws DriverException {}

  /// A request or an answer for people.
  ///
  /// @param head its lines before the body, with secrets masked
  /// @param body as it was received or sent, without what only frames it
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(List<String> head, byte[] body) {
    /// Copies the list, so that the record is immutable.
    public Message {
      head = List.copyOf(head);
    }
  }

  /// Shows a request or an answer to a person.
  ///
  /// @param bytes as sent or received; the end may be missing
  default Message show(byte[] bytes) {
    return new Message(List.of(), bytes);
  }

  /// A session whose codecs are seen: `observer` wraps each codec that reads and writes messages in
  /// the form that [#show] takes.
  ///
  /// @return null if the codecs of [#newSession] do
  default @Nullable Session observedSession(UnaryOperator<Codec> observer) {
    return null;
  }

  /// A session that shows its requests and answers itself, in the form that [#show] takes, because
  /// they are no text on the connection.
  ///
  /// @return null if [#observedSession] or [#newSession] can be seen
  default @Nullable Session shownSession(AsyncDriver.Viewer viewer) {
    return null;
  }

  /// TLS settings: the context, the server name to send, and whether the certificate must match it.
  ///
  /// @param protocols to offer by ALPN, best first; empty for no ALPN
  record Tls(SSLContext context, String host, boolean checkHost, List<String> protocols) {
    /// Copies the list, so that the record is immutable.
    public Tls {
      protocols = List.copyOf(protocols);
    }

    /// Without ALPN.
    public Tls(SSLContext context, String host, boolean checkHost) {
      this(context, host, checkHost, List.of());
    }

    /// The same with ALPN.
    public Tls offering(List<String> offered) {
      return new Tls(context, host, checkHost, offered);
    }
  }

  /// One connection, as the protocol sees it: its codecs, what has to be exchanged before the first
  /// operation, and what is exchanged between operations. A session without streams that needs
  /// neither is just a factory of codecs. Never called by two threads at once; allocates nothing in
  /// steady state.
  interface Session {

    /// The result of [#nextStream] if a whole frame has not arrived yet.
    int INCOMPLETE = -1;

    /// The result of [#nextStream] for a frame that belongs to no operation. The session has
    /// consumed it.
    int OWN = -2;

    /// The result of [#nextStream] if the connection cannot be used any more; see [#failure].
    int BROKEN = -3;

    /// A codec for one operation at a time. A connection that carries several operations has one
    /// codec for each.
    ///
    /// @param stream numbers the codecs of a session, from 0. There are at most twice as many as
    ///   [WireDriver#pipelining] says: an operation that has timed out keeps its codec until its
    ///   answer arrives
    Codec newCodec(int stream);

    /// A new socket has been connected: discards all state of the one before.
    default void reset() {}

    /// The socket was closed or could not be opened. Requests that are encoded from now on are for
    /// another one, which may be connected later.
    default void disconnected() {}

    /// TLS has been established, for which protocols were offered by ALPN.
    ///
    /// @param protocol that the server has chosen; empty if it has chosen none
    /// @return why the connection cannot be used, or null
    default @Nullable Outcome negotiated(String protocol) {
      return null;
    }

    /// Whether an exchange is needed before the connection can carry operations, such as a
    /// password. Called after [#reset], and again after each exchange of the setup. The time that
    /// takes is part of connecting.
    default boolean needsSetup() {
      return false;
    }

    /// Appends the next request of the setup.
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit; the engine then calls again
    ///   with a larger buffer
    default void encodeSetup(ByteBuffer out) {
      throw new IllegalStateException("a session without a setup");
    }

    /// Reads the received part of the answer to [#encodeSetup], as [Codec#decode] does.
    ///
    /// @return OK if this exchange was successful, a failure if the connection cannot be used, or
    ///   null while the answer is not complete
    default @Nullable Outcome decodeSetup(ByteBuffer in) {
      throw new IllegalStateException("a session without a setup");
    }

    /// Whether frames name the operation that they belong to, so that answers arrive in any order.
    /// Without streams, [Codec#decode] reads what was received from the connection, and the
    /// following methods are not called. With streams, the session finds whole frames, and
    /// [Codec#decode] reads [#frame].
    default boolean hasStreams() {
      return false;
    }

    /// Finds the next whole frame.
    ///
    /// @param in what was received and is not consumed yet; the session consumes frames from it
    /// @return the stream whose codec reads the frame; [#INCOMPLETE], [#OWN] or [#BROKEN]
    default int nextStream(ByteBuffer in) {
      throw new IllegalStateException("a session without streams");
    }

    /// The frame that [#nextStream] has found, from its position to its limit. The codec need not
    /// consume it.
    default ByteBuffer frame() {
      throw new IllegalStateException("a session without streams");
    }

    /// Why the connection cannot be used any more, after [#BROKEN].
    default Outcome failure() {
      throw new IllegalStateException("a session without streams");
    }

    /// Whether the connection can carry new operations. If not, the engine uses a new connection
    /// from now on, and closes this one when no operation is in flight on it. Only for sessions
    /// with streams, as are the following methods up to [#cancelsAbandoned].
    default boolean takesOperations() {
      return true;
    }

    /// Whether the peer has declared that it has not processed the request on a stream, and never
    /// will. It is sent once more on another connection. Only if the session does not
    /// [#takesOperations].
    default boolean isUnprocessed(int stream) {
      return false;
    }

    /// Whether the request on a stream has been sent. A session holds it back while the peer takes
    /// no more at once, and has it as output later.
    default boolean isSent(int stream) {
      return true;
    }

    /// Why the peer takes no new operations; null if it has given no reason. What is in flight when
    /// it closes the connection fails for this reason.
    default @Nullable Outcome goAway() {
      return null;
    }

    /// Whether an operation that is [Codec#abandoned] in flight ends at once: the session has
    /// output that cancels it, and passes nothing more of its answer to the codec, which is used
    /// for another operation.
    default boolean cancelsAbandoned() {
      return false;
    }

    /// Whether the session has something of its own to send now, such as an acknowledgement, or the
    /// next part of a request that the peer had no room for. Called after requests have been
    /// encoded and after received frames have been processed.
    default boolean hasOutput() {
      return false;
    }

    /// Appends what the session has to send, or a part of it: the engine calls again when that part
    /// has been sent, as long as [#hasOutput].
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit; the engine then calls again
    ///   with a larger buffer
    default void encodeOutput(ByteBuffer out) {
      throw new IllegalStateException("a session without output");
    }
  }

  /// Encodes requests and decodes answers. Never called by two threads at once; allocates nothing
  /// in steady state.
  interface Codec {

    /// The next operation that is encoded is a step of this user, whose values its request has and
    /// who judges its answer. Called only by runs with journeys.
    default void actFor(User user) {
      throw new IllegalStateException("a driver without journeys");
    }

    /// Appends the request's bytes to `out` and advances its position.
    ///
    /// @throws java.nio.BufferOverflowException if it does not fit; the engine then calls again
    ///   with a larger buffer. The operation that was encoded last may also be encoded once more,
    ///   for a connection that had to be opened first
    void encode(int operation, long n, ByteBuffer out);

    /// The end of the request that was encoded last. It is sent after the encoded bytes without
    /// being copied, for example from a mapped file; null if the request has no such part. Only for
    /// drivers without [#pipelining]; a session with streams sends such parts as its own output. If
    /// the answer is complete before all of it was sent, the connection is closed.
    default @Nullable MemorySegment attachment() {
      return null;
    }

    /// Reads the received part of the answer to the request that was encoded last. Consumes from
    /// `in` the bytes that it has decoded, and keeps its state between calls. Bytes that it leaves
    /// are passed again together with those that follow. With [Session#hasStreams], reads the next
    /// whole frame of the answer instead.
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

    /// When the operation in flight ends by a deadline of its own, as [System#nanoTime] says it;
    /// [Long#MAX_VALUE] for never. The time limit of the run is none.
    default long expiry() {
      return Long.MAX_VALUE;
    }

    /// The [#expiry] is over, and the answer has not come. The operation is then [#abandoned].
    ///
    /// @return its outcome
    default Outcome expired() {
      throw new IllegalStateException("an operation without a deadline");
    }

    /// The operation whose answer was read last has failed for a reason that [#decode] did not see:
    /// its connection was lost during the answer, it timed out, or there were bytes after the
    /// answer. A codec can keep the answer for the user.
    ///
    /// @param in the bytes that [#decode] has left; the position must not be changed
    default void failed(Outcome outcome, ByteBuffer in) {}

    /// Takes over the operation of another codec, which this one continues: its next request, or
    /// the same one again, goes to another connection. Only with [Session#hasStreams], whose codecs
    /// belong to one connection.
    ///
    /// @param other of another session of the same driver; it has no operation afterwards
    default void takeOver(Codec other) {
      throw new IllegalStateException("an operation of one connection");
    }

    /// Discards what was read on a connection: the next bytes belong to a new connection.
    void reset();
  }
}
