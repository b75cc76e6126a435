package dev.takt.queues;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/// A bounded queue of fixed-size records of `long`s from one producing thread to one consuming
/// thread. It produces no garbage.
///
/// A Lamport ring: the producer owns the tail, the consumer the head, and each keeps a stale copy
/// of the other's index so that it reads the shared one only when the ring appears full or empty
/// (the cached indices of FastFlow and of Thompson's ring buffers). Records are stored with plain
/// writes; the producer's release store of the tail publishes them, and the consumer's acquire load
/// of it sees them completely. The consumer's release store of the head frees slots in the same
/// way.
///
/// Each side reads its own index with a plain load, because no other thread writes it. The other's
/// is read with acquire, so that what follows (reading a record, or overwriting one) cannot move
/// before it.
///
/// All methods are wait-free. The producer may claim again before it publishes, and the consumer
/// peek again before it releases: both get the same slot. Publishing without a claim, or releasing
/// without a peek, is an error that is not checked.
public final class SpscRecordRing {

  private static final VarHandle INDEX = MethodHandles.arrayElementVarHandle(long[].class);

  // Two groups in one array, the producer's and the consumer's, with two cache lines before,
  // between and after them: neither side's private index is on a line that the other side writes
  // to.
  private static final int TAIL = 16;
  private static final int HEAD_SEEN_BY_PRODUCER = TAIL + 1;
  private static final int HEAD = 48;
  private static final int TAIL_SEEN_BY_CONSUMER = HEAD + 1;
  private static final int INDICES = TAIL_SEEN_BY_CONSUMER + 17;

  private final long[] indices = new long[INDICES];
  private final long[] slots;
  private final int width;
  private final int capacity;

  /// Creates a ring of at least `capacity` records of `width` longs.
  ///
  /// @param capacity rounded up to a power of two
  /// @throws IllegalArgumentException if either is not positive, or both together are too large for
  ///   an array
  public SpscRecordRing(int capacity, int width) {
    if (capacity < 1 || width < 1 || capacity > 1 << 30) {
      throw new IllegalArgumentException(
          "capacity " + capacity + " and width " + width + " are not from 1 to 2^30");
    }
    int rounded = Math.max(1, Integer.highestOneBit(capacity - 1) << 1);
    if ((long) rounded * width > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "capacity " + capacity + " of width " + width + " is too large");
    }
    this.capacity = rounded;
    this.width = width;
    this.slots = new long[rounded * width];
  }

  /// How many records fit.
  public int capacity() {
    return capacity;
  }

  /// Producer: the offset in [#slots] where the next record is to be written, or -1 if the ring is
  /// full. Nothing is visible to the consumer before [#publish].
  public int claim() {
    long tail = indices[TAIL];
    if (tail - indices[HEAD_SEEN_BY_PRODUCER] >= capacity) {
      indices[HEAD_SEEN_BY_PRODUCER] = (long) INDEX.getAcquire(indices, HEAD);
      if (tail - indices[HEAD_SEEN_BY_PRODUCER] >= capacity) {
        return -1;
      }
    }
    return offsetOf(tail);
  }

  /// Producer: makes the record that was claimed last visible to the consumer.
  public void publish() {
    INDEX.setRelease(indices, TAIL, indices[TAIL] + 1);
  }

  /// Consumer: the offset in [#slots] of the oldest record, or -1 if the ring is empty.
  public int peek() {
    long head = indices[HEAD];
    if (head >= indices[TAIL_SEEN_BY_CONSUMER]) {
      indices[TAIL_SEEN_BY_CONSUMER] = (long) INDEX.getAcquire(indices, TAIL);
      if (head >= indices[TAIL_SEEN_BY_CONSUMER]) {
        return -1;
      }
    }
    return offsetOf(head);
  }

  /// Consumer: frees the slot of the oldest record.
  public void release() {
    INDEX.setRelease(indices, HEAD, indices[HEAD] + 1);
  }

  /// The storage that the offsets of [#claim] and [#peek] point into: a record is `width` longs
  /// from there.
  public long[] slots() {
    return slots;
  }

  private int offsetOf(long index) {
    return (int) (index & (capacity - 1)) * width;
  }
}
