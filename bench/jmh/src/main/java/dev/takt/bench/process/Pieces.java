package dev.takt.bench.process;

import java.nio.ByteBuffer;

/// Gives input away piece by piece.
final class Pieces {

  private Pieces() {}

  /// Moves as much as there is room for.
  ///
  /// @return whether something is left
  static boolean move(ByteBuffer input, ByteBuffer room) {
    int length = Math.min(input.remaining(), room.remaining());
    room.put(room.position(), input, input.position(), length);
    room.position(room.position() + length);
    input.position(input.position() + length);
    return input.hasRemaining();
  }
}
