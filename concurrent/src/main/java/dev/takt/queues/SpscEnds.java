package dev.takt.queues;

/// The two ends of a queue with one producer and one consumer.
///
/// The producer stores an element, and then its index. The consumer reads the slots, so it can see,
/// and take, an element that the index does not count yet. At most one element is in that state. It
/// matters only where the indices say that the queue is empty, so only then the slot is checked: an
/// element that the consumer has read with `peek` is counted, and `offer` and `poll` pay nothing
/// for it.
abstract class SpscEnds<E> extends PaddedIndices<E> {

  /// Whether the slot at the head has an element.
  ///
  /// @param head the consumer's index
  abstract boolean isStored(long head);

  /// The number after the last element.
  ///
  /// @param head the consumer's index, read before
  final long tail(long head) {
    long tail = producerIndexAcquire();
    return tail <= head && isStored(head) ? head + 1 : tail;
  }

  @Override
  public final int size() {
    int size = sizeByIndices();
    return size == 0 && !isEmpty() ? 1 : size;
  }

  /// Reads the consumer's index first: if the producer's is not beyond it then, and the slot is
  /// empty, there was no element at that moment.
  @Override
  public final boolean isEmpty() {
    long head = consumerIndexAcquire();
    return tail(head) <= head;
  }
}
