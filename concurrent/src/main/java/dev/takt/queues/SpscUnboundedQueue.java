package dev.takt.queues;

/// An unbounded queue from one producing thread to one consuming thread, in linked arrays. Its
/// memory follows the number of its elements, in steps of a chunk.
///
/// Within an array it works as [SpscArrayQueue] does, memory order included. At the end of an array
/// the producer stores the element in a new one, links the old one to it, and leaves a marker in
/// the slot that sends the consumer on (Nitsan Wakart's linked array queues, after the uSPSC of
/// FastFlow by Aldinucci et al.).
///
/// The producer leaves an array when it is full, and also after 32 rounds in it, though the
/// consumer keeps up. So each element costs an eighth of a byte of garbage (twice that without
/// compressed references), and 4 bytes while more wait than an array has slots. The benefit: with a
/// generational collector an array is about as young as what is stored in it, and so needs none of
/// the bookkeeping that a store into an old object costs, several nanoseconds with G1. And an array
/// is written many times while it is in the processor's cache.
///
/// **Progress.** `offer`, `poll`, `peek` and `isEmpty` are wait-free except for allocation, and so
/// is each step of `drain` and `fill`; `size` and iterators are lock-free.
///
/// @param <E> type of the elements; never null
public final class SpscUnboundedQueue<E> extends SpscLinkedArrays<E> {

  private static final int DEFAULT_CHUNK = 1024;

  /// Creates an empty queue of arrays with 1024 slots.
  public SpscUnboundedQueue() {
    this(DEFAULT_CHUNK);
  }

  /// Creates an empty queue.
  ///
  /// @param chunk number of slots of each array, from 1 to 2^30; rounded up to a power of two, and
  ///   to 2 at least. One slot of each array is used for the link to the next
  /// @throws IllegalArgumentException if it is out of that range
  public SpscUnboundedQueue(int chunk) {
    super(rounded("chunk", chunk, 2, MAX_LENGTH));
    constructed();
  }

  /// [#UNBOUNDED].
  @Override
  public int capacity() {
    return UNBOUNDED;
  }

  @Override
  Room roomFor(long index) {
    // The number that is stored in a new array, whatever the consumer has taken by then.
    long last = firstInArray() + (long) Chunk.ROUNDS * producerSlots.length - 1;
    return index < last && hasRoomInArray(index, last) ? Room.HERE : Room.NEXT;
  }

  @Override
  int lengthAfter(int length) {
    return length;
  }

  @Override
  long limitOf(long first, int length) {
    return first + length - 1;
  }
}
