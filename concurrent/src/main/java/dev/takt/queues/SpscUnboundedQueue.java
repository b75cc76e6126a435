package dev.takt.queues;

/// An unbounded queue from one producing thread to one consuming thread, in linked arrays that are
/// each used once.
///
/// Within an array it works as [SpscArrayQueue] does, memory order included; where the producer
/// comes to the end of an array it stores the element in a new one, links that to the old one, and
/// leaves a mark in the last slot which sends the consumer on (Nitsan Wakart's linked array queues,
/// after the uSPSC of FastFlow by Aldinucci et al.).
///
/// That no array is used again costs 4 bytes of garbage per element (8 without compressed
/// references). It buys this: with a generational collector an array is about as young as what is
/// stored in it, and so is free of the bookkeeping that a store into an old object costs, with G1
/// several nanoseconds. A queue that is full of fresh objects, which is what an application has, is
/// faster for it, and one that passes the same old objects again and again is slower.
///
/// **Progress.** `offer`, `poll`, `peek` and `isEmpty` are wait-free (as far as allocation is), and
/// each step of `drain` and `fill` is; `size` and iterators are lock-free.
///
/// @param <E> what is passed; never null
public final class SpscUnboundedQueue<E> extends SpscLinkedArrays<E> {

  private static final int DEFAULT_CHUNK = 1024;

  /// An empty queue of arrays with 1024 slots.
  public SpscUnboundedQueue() {
    this(DEFAULT_CHUNK);
  }

  /// An empty queue.
  ///
  /// @param chunk how many slots each array has, from 1 to 2^30; rounded up to a power of two, and
  ///   to 2 at least. One slot of each serves to get to the next
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
