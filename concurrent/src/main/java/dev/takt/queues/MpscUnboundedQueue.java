package dev.takt.queues;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An unbounded queue from any number of producing threads to one consuming thread, in linked
/// arrays. Its memory follows the number of its elements, in steps of a chunk.
///
/// **The algorithm** within an array is that of [MpscArrayQueue]: a producer claims a number by a
/// compare-and-set of the producers' index, up to a shared limit. Where the limit cannot be raised,
/// one producer replaces the array: it marks the index, so that no other can claim a number, links
/// the array to a new one that begins with its element, and leaves a marker, JUMP, in the slot that
/// the element would have had (the resize of Nitsan Wakart's MpscUnboundedArrayQueue in JCTools).
/// The new array is allocated before the index is marked, so other producers wait for a few stores
/// only, and a failed allocation changes nothing.
///
/// An array is used again, round after round, while the consumer keeps up, and replaced after 32
/// rounds; [SpscUnboundedQueue] says why. So a slot of each array stays free for the marker.
///
/// **Memory order.** In addition to that of [MpscArrayQueue]:
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | producers' array, loaded between the index and its compare-and-set | plain | an array is replaced only with the index: if that is unchanged, so is the array |
/// | mark the index | release compare-and-set | must be atomic: the number is that of one producer |
/// | store the index behind the element of the new array | release | publishes the array; a thread that finds that number claimed finds the array linked |
/// | store JUMP | release | publishes the link, and the element that it leads to |
/// | consumer's array, stored before the old one links to itself | release | an iterator that finds its array left finds there the one to continue in |
///
/// **Progress.** [#offer] is lock-free, except that it waits while another producer replaces the
/// array; [#relaxedOffer] fails then, and so does [#fill], unless it has called its supplier
/// already: it waits then. [#relaxedPoll] and [#relaxedPeek] are wait-free (except for skipping the
/// slots that a failed supplier left), [#size] and iterators lock-free, [#isEmpty] wait-free. A
/// producer that is preempted between claiming a number and storing its element hides the elements
/// behind it; [#poll] and [#peek] wait then.
///
/// [#fill] claims up to 64 numbers at once, as that of [MpscArrayQueue] does; what is said there
/// about suppliers holds here.
///
/// A slot takes 4 bytes (8 without compressed references).
///
/// @param <E> type of the elements; never null
public final class MpscUnboundedQueue<E> extends MpscEnds<E> {

  private static final int DEFAULT_CHUNK = 1024;

  /// Creates an empty queue of arrays with 1024 slots.
  public MpscUnboundedQueue() {
    this(DEFAULT_CHUNK);
  }

  /// Creates an empty queue.
  ///
  /// @param chunk number of slots of each array, from 1 to 2^30; rounded up to a power of two, and
  ///   to 2 at least. One slot of each array is used for the link to the next
  /// @throws IllegalArgumentException if it is out of that range
  public MpscUnboundedQueue(int chunk) {
    bound = rounded("chunk", chunk, 2, MAX_LENGTH);
    Chunk first = new Chunk(bound);
    producerChunk = first;
    producerSlots = first.slots;
    producerLimit = bound - 1L;
    consumerChunk = first;
    consumerSlots = first.slots;
    constructed();
  }

  /// [#UNBOUNDED].
  @Override
  public int capacity() {
    return UNBOUNDED;
  }

  /// Any thread; waits only for a producer in the middle of replacing the array. Always true.
  ///
  /// @throws OutOfMemoryError if an array cannot be allocated; nothing is added then
  @Override
  public boolean offer(E element) {
    return add(Objects.requireNonNull(element, "element"), null, true);
  }

  /// Any thread, lock-free.
  ///
  /// @return false only while another producer replaces the array
  /// @throws OutOfMemoryError if an array cannot be allocated; nothing is added then
  @Override
  public boolean relaxedOffer(E element) {
    return add(Objects.requireNonNull(element, "element"), null, false);
  }

  /// @param place a new array, if the caller has one
  private boolean add(E element, @Nullable Chunk place, boolean strict) {
    Chunk next = place;
    while (true) {
      long index = producerIndexAcquire();
      if (room(index) > 0) {
        @Nullable Object[] all = producerSlots;
        if (producerIndexWon(index, index + 1)) {
          slotRelease(all, slot(all, index), element);
          return true;
        }
      } else if (index < MOVING) {
        next = next == null ? new Chunk(bound) : next;
        if (producerIndexWon(index, index | MOVING)) {
          addBehindJump(index, element, next);
          return true;
        }
      } else if (strict) {
        Thread.onSpinWait();
      } else {
        return false;
      }
    }
  }

  @Override
  int addFrom(Supplier<? extends E> supplier, int most) {
    while (true) {
      long index = producerIndexAcquire();
      long number = Math.min(room(index), Math.min(most, MAX_BATCH));
      if (number > 0) {
        @Nullable Object[] all = producerSlots;
        if (producerIndexWon(index, index + number)) {
          supply(all, index, index + number, supplier);
          return (int) number;
        }
      } else if (index < MOVING) {
        Chunk place = new Chunk(bound); // before the supplier is called, because it may fail
        return add(Objects.requireNonNull(supplier.get(), NULL_SUPPLIED), place, true) ? 1 : 0;
      } else {
        return 0;
      }
    }
  }

  /// A lower bound of how many numbers can be claimed from an index on; 0 or less if none can,
  /// because the array is full, was used for all its rounds, or is just being replaced.
  private long room(long index) {
    long room = producerLimitAcquire() - index;
    if (room <= 0 && index < MOVING) {
      long last = Objects.requireNonNull(producerChunk).first + (long) Chunk.ROUNDS * bound - 1;
      long limit = Math.min(consumerIndexAcquire() + bound - 1, last);
      room = limit - index;
      if (room > 0) {
        producerLimitRelease(limit);
      }
    }
    return room;
  }

  /// By the producer that has marked the index.
  private void addBehindJump(long index, E element, Chunk next) {
    Chunk left = Objects.requireNonNull(producerChunk);
    next.first = index;
    next.slots[slot(next.slots, index)] = element;
    left.nextRelease(next);
    producerChunk = next;
    producerSlots = next.slots;
    producerLimitRelease(index + bound - 1);
    producerIndexRelease(index + 1);
    slotRelease(left.slots, slot(left.slots, index), Chunk.JUMP);
  }

  @Override
  public Iterator<E> iterator() {
    long first = consumerIndexAcquire();
    return new ChunkElements<>(this, first, claimed());
  }
}
