package dev.takt.queues;

/// An unbounded queue from one producing thread to one consuming thread, in linked arrays that are
/// each used once.
///
/// Within an array it works as [SpscArrayQueue] does, memory order included. At the end of an array
/// the producer stores the element in a new one, links the old one to it, and leaves a marker in
/// the last slot that sends the consumer on (Nitsan Wakart's linked array queues, after the uSPSC
/// of FastFlow by Aldinucci et al.).
///
/// Since no array is reused, each element costs 4 bytes of garbage (8 without compressed
/// references). The benefit: with a generational collector an array is about as young as what is
/// stored in it, and so needs none of the bookkeeping that a store into an old object costs,
/// several nanoseconds with G1. A queue of fresh objects, the usual case in an application, is
/// faster for it; one that passes the same old objects again and again is slower.
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
    return Room.NEXT;
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
