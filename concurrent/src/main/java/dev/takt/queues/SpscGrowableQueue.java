package dev.takt.queues;

/// A bounded queue from one producing thread to one consuming thread, in one array that doubles
/// until it can hold the capacity.
///
/// When the array is full and the capacity not reached, the producer continues in an array of twice
/// the length; the consumer follows when it has emptied the old one. The queue does not shrink
/// again, and there is no garbage once it has grown. For the algorithm see [SpscUnboundedQueue];
/// for the memory order [SpscArrayQueue].
///
/// **Progress.** `offer`, `poll`, `peek` and `isEmpty` are wait-free except for allocation, and so
/// is each step of `drain` and `fill`; `size` and iterators are lock-free.
///
/// @param <E> type of the elements; never null
public final class SpscGrowableQueue<E> extends SpscRings<E> {

  /// Creates an empty queue.
  ///
  /// @param initial number of slots of the first array, from 1 to 2^30; rounded up to a power of
  ///   two, and to 2 at least
  /// @param capacity how many elements fit, from 1 to 2^30; not rounded
  /// @throws IllegalArgumentException if either is out of that range
  public SpscGrowableQueue(int initial, int capacity) {
    super("initial", initial, capacity);
    constructed();
  }

  @Override
  int lengthAfter(int length) {
    return length * 2;
  }
}
