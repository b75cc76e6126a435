package dev.takt.queues;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// An array of a queue of linked arrays, and the link to the next one; to itself once the consumer
/// has left it.
final class Chunk {

  /// In the slot where the consumer leaves an array.
  static final Object JUMP = new Object();

  /// How often an unbounded queue fills an array before it replaces it. A new one is not in any
  /// cache, so arrays that are used once cost several ns for each slot.
  static final int ROUNDS = 32;

  private static final VarHandle NEXT;

  static {
    try {
      NEXT = MethodHandles.lookup().findVarHandle(Chunk.class, "next", Chunk.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// The length is a power of two.
  final @Nullable Object[] slots;

  /// The number of the first element that is stored here. Written before the link to this array.
  long first;

  @SuppressWarnings("UnusedVariable") // read through NEXT
  private @Nullable Chunk next;

  /// @param length a power of two
  Chunk(int length) {
    this.slots = new Object[length];
  }

  @Nullable Chunk nextAcquire() {
    return (Chunk) NEXT.getAcquire(this);
  }

  void nextRelease(Chunk chunk) {
    NEXT.setRelease(this, chunk);
  }
}
