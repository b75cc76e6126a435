package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver;
import dev.takt.load.driver.WireDriver.Codec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The state of one connection. Buffers grow, and are then kept.
final class Connection {

  /// Where a connection is between two operations.
  enum State {
    CLOSED,
    RESOLVING,
    CONNECTING,
    HANDSHAKING,
    GREETING,
    OPEN
  }

  static final int FIRST_SIZE = 4 * 1024;

  /// More than any answer's unread rest or any request should be: a peer that sends more has no
  /// end, or the codec has lost its way.
  static final int GREATEST_SIZE = 64 * 1024 * 1024;

  /// Which of the transport's connections it is.
  final int number;

  final Pipeline pipeline;

  /// Makes its sockets.
  Connector dialler;

  /// Who says what comes before the first operation.
  final Codec greeter;

  State state = State.CLOSED;
  int fd = -1;

  /// Bytes from the peer that nobody has understood yet: `in` is in writing position between calls.
  MemorySegment inSegment;

  ByteBuffer in;

  final WriteBuffer greeting;
  final WriteBuffer requests;

  /// What is sent behind [#requests], and how much of it was; null for nothing.
  @Nullable MemorySegment attachment;

  long attachmentSent;

  @Nullable TlsLayer tls;

  /// The index of the address that was tried last, and how many were tried since the connection was
  /// open.
  int address;

  int attempts;

  /// When to try the next address, or to look for the endpoint again, while [#isWaiting].
  long waitsUntil;

  boolean wantsWrite;

  /// Whether an operation has been answered on this socket before, and whether any byte has come
  /// since it had nothing under way.
  boolean usedBefore;

  boolean answerBegun;

  /// Whether a part of the answer has come that is the next to be complete.
  boolean inAnswer;

  /// How many sockets the connection has had before this one.
  int epoch;

  /// Whether it is to be closed soon, since too many of its operations have run out of time.
  boolean draining;

  private final Arena arena;

  Connection(int number, WireDriver driver, Connector dialler, Arena arena) {
    this.number = number;
    this.dialler = dialler;
    this.pipeline = new Pipeline(driver);
    this.greeter = driver.newCodec();
    this.arena = arena;
    this.inSegment = arena.allocate(FIRST_SIZE);
    this.in = inSegment.asByteBuffer();
    this.greeting = new WriteBuffer(arena, greeter.hasGreeting() ? FIRST_SIZE : 0);
    this.requests = new WriteBuffer(arena, FIRST_SIZE);
  }

  boolean hasUnsentAttachment() {
    return attachment != null && attachmentSent < attachment.byteSize();
  }

  /// Whether it waits for an address that may never answer while there are others, or for its
  /// endpoint to be found.
  boolean isWaiting() {
    return state == State.RESOLVING || (state == State.CONNECTING && dialler.hasSeveralAddresses());
  }

  /// What is to be sent in the state that the connection is in.
  WriteBuffer outgoing() {
    return state == State.GREETING ? greeting : requests;
  }

  /// Makes room in `in` for `bytes` more, keeping what is in it.
  ///
  /// @return false if it would become too large
  boolean hasRoom(int bytes) {
    while (in.remaining() < bytes) {
      if (in.capacity() >= GREATEST_SIZE) {
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
