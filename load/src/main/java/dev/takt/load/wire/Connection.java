package dev.takt.load.wire;

import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver.Session;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The state of one connection. Buffers grow and never shrink.
final class Connection {

  /// The state of the connection between two operations.
  enum State {
    CLOSED,
    RESOLVING,
    CONNECTING,
    HANDSHAKING,
    SETTING_UP,
    OPEN
  }

  static final int FIRST_SIZE = 4 * 1024;

  /// The limit of an answer's unread part and of a request. A peer that sends more does not stop,
  /// or the codec has lost synchronisation.
  static final int MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

  /// The key of its sockets: its index among all connections of the transport.
  final int key;

  /// Its place in the transport. That of a connection which [#isRetired] has another one now.
  int number;

  final Pipeline pipeline;

  /// Creates its sockets.
  Connector connector;

  final Session session;

  /// The result of [Session#hasStreams].
  final boolean hasStreams;

  State state = State.CLOSED;
  int socket = -1;

  /// Bytes from the peer that are not decoded yet. `in` is in write mode between calls.
  MemorySegment inSegment;

  ByteBuffer in;

  /// What is sent before the connection is open.
  final WriteBuffer setup;

  final WriteBuffer requests;

  /// What is sent after [#requests], and how much of it has been sent; null for nothing.
  @Nullable MemorySegment attachment;

  long attachmentSent;

  @Nullable TlsLayer tls;

  /// The index of the address that was tried last, and how many have been tried since the
  /// connection was last open.
  int address;

  int attempts;

  /// When to try the next address, or to check for the endpoint again, while [#isWaiting].
  long waitsUntil;

  boolean wantsWrite;

  /// Whether the socket has failed or has reported an error, which is not read yet.
  boolean hasError;

  /// Why its output could not be sent. What was received is read before it is closed for that.
  @Nullable Outcome sendFailure;

  /// Whether [WireTransport] continues with it at the next poll, though its socket may not be
  /// ready.
  boolean isContinued;

  /// Whether an operation has been answered on this socket before; and whether any byte has arrived
  /// since nothing was in flight on it.
  boolean usedBefore;

  boolean answerBegun;

  /// Whether part of the next answer has arrived.
  boolean inAnswer;

  /// How many sockets the connection has had before this one.
  int epoch;

  /// Whether it will be closed soon, because too many of its operations have timed out.
  boolean draining;

  /// Whether the peer takes no new operations, so that another connection has its place. It is
  /// closed when nothing is in flight on it.
  boolean isRetired;

  /// Appends the next part of the session's own output.
  final Consumer<ByteBuffer> output;

  private final Arena arena;

  /// @param pipeline whose codecs are of the session
  Connection(int key, Session session, Pipeline pipeline, Connector connector, Arena arena) {
    this.key = key;
    this.number = key;
    this.connector = connector;
    this.session = session;
    this.output = session::encodeOutput;
    this.hasStreams = session.hasStreams();
    this.pipeline = pipeline;
    this.arena = arena;
    this.inSegment = arena.allocate(FIRST_SIZE);
    this.in = inSegment.asByteBuffer();
    this.setup = new WriteBuffer(arena, session.needsSetup() ? FIRST_SIZE : 0);
    this.requests = new WriteBuffer(arena, FIRST_SIZE);
  }

  boolean hasUnsentAttachment() {
    return attachment != null && attachmentSent < attachment.byteSize();
  }

  /// Whether it waits for an address that may never answer while there are others, or for its
  /// endpoint to be resolved.
  boolean isWaiting() {
    return state == State.RESOLVING
        || (state == State.CONNECTING && connector.hasSeveralAddresses());
  }

  /// Whether it can be used although operations on it have timed out and no slot waits for another.
  boolean canStayIdle() {
    return hasStreams && state == State.OPEN && !isRetired && !pipeline.hasTooManyTimeouts();
  }

  /// The bytes to send in the current state of the connection.
  WriteBuffer outgoing() {
    return state == State.SETTING_UP ? setup : requests;
  }

  /// Makes room in `in` to receive more: for a whole record with TLS, else for at least one byte.
  /// Keeps its content.
  ///
  /// @return false if it would become too large
  boolean hasRoomToReceive() {
    int bytes = tls == null ? 1 : tls.recordRoom();
    while (in.remaining() < bytes) {
      if (in.capacity() >= MAX_MESSAGE_BYTES) {
        return false;
      }
      growIn();
    }
    return true;
  }

  private void growIn() {
    MemorySegment larger = arena.allocate(in.capacity() * 2L);
    ByteBuffer buffer = larger.asByteBuffer();
    in.flip();
    buffer.put(in);
    inSegment = larger;
    in = buffer;
  }
}
