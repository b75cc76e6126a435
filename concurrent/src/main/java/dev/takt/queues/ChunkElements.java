package dev.takt.queues;

import org.jspecify.annotations.Nullable;

/// An iterator over a queue of linked arrays.
final class ChunkElements<E> extends Snapshot<E> {

  private final PaddedIndices<E> queue;

  /// May be an array that the consumer has left, or a later one than that of the first number.
  private Chunk chunk;

  /// @param first the number of the first element, read from the consumer's index
  /// @param end the number after the last one
  ChunkElements(PaddedIndices<E> queue, long first, long end) {
    super(first, end);
    this.queue = queue;
    this.chunk = queue.consumerChunkAcquire();
  }

  /// A number has its slot in the last array that begins with it or before it. If that array has
  /// been left, or the slot used again, the consumer's index is beyond the number by then.
  @Override
  @SuppressWarnings("unchecked") // everything but JUMP and NOTHING is an element
  @Nullable E elementAt(long number) {
    while (true) {
      Chunk next = chunk.nextAcquire();
      if (next == chunk) {
        chunk = queue.consumerChunkAcquire();
      } else if (next != null && number >= next.first) {
        chunk = next;
      } else {
        Object element = PaddedIndices.slotAcquire(chunk.slots, slotOf(number));
        boolean taken = queue.consumerIndexAcquire() > number;
        return taken || element == Chunk.JUMP || element == PaddedIndices.NOTHING
            ? null
            : (E) element;
      }
    }
  }

  private int slotOf(long number) {
    return PaddedIndices.slot(chunk.slots, number);
  }
}
