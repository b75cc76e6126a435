package dev.takt.queues;

/// A bounded queue from one producing thread to one consuming thread, in linked arrays of one
/// length: as small as what is in it, in steps of a chunk.
///
/// An array is used round after round for as long as the consumer keeps up; if it does not, the
/// producer goes on in a new one, until the capacity is reached. There is no garbage while fewer
/// elements wait than an array has slots, and 4 to 5 bytes per element while more do. For the
/// algorithm see [SpscUnboundedQueue]; for the memory order [SpscArrayQueue].
///
/// **Progress.** `offer`, `poll`, `peek` and `isEmpty` are wait-free (as far as allocation is), and
/// each step of `drain` and `fill` is; `size` and iterators are lock-free.
///
/// @param <E> what is passed; never null
public final class SpscChunkedQueue<E> extends SpscRings<E> {

  /// An empty queue.
  ///
  /// @param chunk how many slots each array has, from 1 to 2^30; rounded up to a power of two, and
  ///   to 2 at least. One slot of each serves to get to the next
  /// @param capacity how many elements fit, from 1 to 2^30; exactly so many
  /// @throws IllegalArgumentException if either is out of that range
  public SpscChunkedQueue(int chunk, int capacity) {
    super("chunk", chunk, capacity);
    constructed();
  }

  @Override
  int lengthAfter(int length) {
    return length;
  }
}
