package dev.takt.queues;

/// A bounded queue from one producing thread to one consuming thread, in linked arrays of equal
/// length. Its memory follows the number of its elements, in steps of a chunk.
///
/// An array is reused round after round for as long as the consumer keeps up; if it does not, the
/// producer continues in a new array, until the capacity is reached. There is no garbage while
/// fewer elements wait than an array has slots, and 4 to 5 bytes per element while more do. For the
/// algorithm see [SpscUnboundedQueue]; for the memory order [SpscArrayQueue].
///
/// **Progress.** `offer`, `poll`, `peek` and `isEmpty` are wait-free except for allocation, and so
/// is each step of `drain` and `fill`; `size` and iterators are lock-free.
///
/// @param <E> type of the elements; never null
public final class SpscChunkedQueue<E> extends SpscRings<E> {

  /// Creates an empty queue.
  ///
  /// @param chunk number of slots of each array, from 1 to 2^30; rounded up to a power of two, and
  ///   to 2 at least. One slot of each array is used for the link to the next
  /// @param capacity how many elements fit, from 1 to 2^30; not rounded
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
