package dev.takt.load.wire;

import dev.takt.load.driver.WireDriver.Codec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// The state of one slot's connection. Buffers grow, and are then kept.
final class Connection {

  /// Where a connection is between two operations.
  enum State {
    CLOSED,
    CONNECTING,
    HANDSHAKING,
    GREETING,
    OPEN
  }

  private static final int FIRST_SIZE = 4 * 1024;

  /// More than any answer's unread rest or any request should be: a peer that sends more has no
  /// end, or the codec has lost its way.
  private static final int GREATEST_SIZE = 64 * 1024 * 1024;

  final int slot;
  final Codec codec;
  State state = State.CLOSED;
  int fd = -1;

  /// Bytes from the peer that nobody has understood yet: `in` is in writing position between calls.
  MemorySegment inSegment;

  ByteBuffer in;

  /// The request that is under way: from its position to its limit it is still to be sent.
  MemorySegment outSegment;

  ByteBuffer out;

  @Nullable TlsLayer tls;

  boolean busy;
  boolean wantsWrite;

  /// Whether an answer has come on this connection before, and any byte of this operation's answer.
  boolean usedBefore;

  boolean answerBegun;
  boolean repeated;
  int operation;
  long number;

  /// How many requests of the operation were answered.
  int step;

  private final Arena arena;

  Connection(int slot, Codec codec, Arena arena) {
    this.slot = slot;
    this.codec = codec;
    this.arena = arena;
    this.inSegment = arena.allocate(FIRST_SIZE);
    this.in = inSegment.asByteBuffer();
    this.outSegment = arena.allocate(FIRST_SIZE);
    this.out = outSegment.asByteBuffer();
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

  /// Makes an empty `out` of twice the size.
  ///
  /// @return false if it would become too large
  boolean growOut() {
    if (out.capacity() >= GREATEST_SIZE) {
      return false;
    }
    outSegment = arena.allocate(out.capacity() * 2L);
    out = outSegment.asByteBuffer();
    return true;
  }
}
