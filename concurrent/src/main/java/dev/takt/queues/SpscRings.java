package dev.takt.queues;

/// Bounded queues in linked arrays, each of which is reused round after round for as long as it
/// suffices.
///
/// The indices enforce the bound: the producer reads the consumer's index when it has used up the
/// slots that it knew to be free. That index orders nothing, and need not: the slot itself shows
/// whether it is free.
abstract sealed class SpscRings<E> extends SpscLinkedArrays<E>
    permits SpscChunkedQueue, SpscGrowableQueue {

  SpscRings(String name, int length, int capacity) {
    super(firstLength(name, length, capacity));
    bound = capacity;
    producerLimit = limitOf(0, producerSlots.length);
  }

  /// An array need not be longer than the capacity.
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
    if (hasRoomInArray(index, end)) {
      return Room.HERE;
    }
    if (producerSlots.length < bound) {
      return Room.NEXT;
    }
    // An array that can hold the whole capacity is never left.
    return isFree(index) ? Room.HERE : Room.NONE;
  }

  @Override
  final long limitOf(long first, int length) {
    return Math.min(first + length - 1, consumerIndexAcquire() + bound);
  }
}
