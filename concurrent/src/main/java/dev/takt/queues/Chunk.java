package dev.takt.queues;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// An array of an [SpscLinkedArrays], and the link to the next one.
final class Chunk {

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

  /// The number of the first element that is stored here.
  final long first;

  @SuppressWarnings("UnusedVariable") // read through NEXT
  private @Nullable Chunk next;

  Chunk(int length, long first) {
    this.slots = new Object[length];
    this.first = first;
  }

  @Nullable Chunk nextAcquire() {
    return (Chunk) NEXT.getAcquire(this);
  }

  void nextRelease(@Nullable Chunk chunk) {
    NEXT.setRelease(this, chunk);
  }
}
