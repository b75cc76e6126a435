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
    OPEN
  }

  private static final int FIRST_SIZE = 16 * 1024;

  /// More than any answer's unread rest or any request should be; a codec that asks for more has
  /// lost its way.
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

  /// Makes room in a full `in`, keeping what is in it.
  void growIn() {
    int size = doubled(in.capacity());
    MemorySegment larger = arena.allocate(size);
    ByteBuffer buffer = larger.asByteBuffer();
    in.flip();
    buffer.put(in);
    inSegment = larger;
    in = buffer;
  }

  /// An empty `out` of twice the size.
  void growOut() {
    outSegment = arena.allocate(doubled(out.capacity()));
    out = outSegment.asByteBuffer();
  }

  private static int doubled(int size) {
    if (size >= GREATEST_SIZE) {
      throw new IllegalStateException("a message of more than " + GREATEST_SIZE + " bytes");
    }
    return size * 2;
  }
}
