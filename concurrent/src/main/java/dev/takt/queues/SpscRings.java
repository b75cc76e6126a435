package dev.takt.queues;

/// Linked arrays that are used again, round after round, for as long as they suffice: bounded.
///
/// The bound is kept by the indices: the producer reads the consumer's when it has used up what it
/// knew to be free. That index orders nothing, and need not: whether a slot is free is seen in the
/// slot.
abstract sealed class SpscRings<E> extends SpscLinkedArrays<E>
    permits SpscChunkedQueue, SpscGrowableQueue {

  SpscRings(String name, int length, int capacity) {
    super(firstLength(name, length, capacity));
    bound = capacity;
    producerLimit = limitOf(0, producerSlots.length);
  }

  /// An array need not be longer than what can be in it.
  private static int firstLength(String name, int length, int capacity) {
    int asked = rounded(name, length, 2, MAX_LENGTH);
    return Math.min(asked, rounded("capacity", capacity, 2, MAX_LENGTH));
  }

  @Override
  public final int capacity() {
    return bound;
  }

  @Override
  final Room roomFor(long index) {
    long end = consumerIndexAcquire() + bound;
    if (index >= end) {
      return Room.NONE;
    }
    // The slot of the limit must be free, too: it is the one to jump from.
    int length = producerSlots.length;
    int step = Math.min(length / 4, MAX_LOOK_AHEAD);
    if (step > 1 && isFree(index + step)) {
      producerLimit = Math.min(index + step, end);
      return Room.HERE;
    }
    if (isFree(index + 1)) {
      producerLimit = index + 1;
      return Room.HERE;
    }
    if (length < bound) {
      return Room.NEXT;
    }
    // There is no jump from an array that can hold everything.
    return isFree(index) ? Room.HERE : Room.NONE;
  }

  private boolean isFree(long index) {
    return slotAcquire(producerSlots, slot(producerSlots, index)) == null;
  }

  @Override
  final long limitOf(long first, int length) {
    return Math.min(first + length - 1, consumerIndexAcquire() + bound);
  }
}
