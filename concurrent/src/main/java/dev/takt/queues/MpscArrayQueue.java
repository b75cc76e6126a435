package dev.takt.queues;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A bounded queue from any number of producing threads to one consuming thread. It produces no
/// garbage.
///
/// **The algorithm.** A producer claims a number by a compare-and-set of the producers' index, and
/// stores its element in the slot of that number; the consumer takes the elements from the slot at
/// the head, in order (as in the ManyToOneConcurrentArrayQueue of Agrona and the MpscArrayQueue of
/// JCTools). Producers share a limit up to which slots are known to be free; when it is reached, it
/// is recomputed from the consumer's index.
///
/// A strict [#poll] must distinguish an empty queue from one whose next element is being added. For
/// that it reads the contended producers' index. Before it does, it checks the slot a few more
/// times.
///
/// **Memory order.**
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | claim a number | release compare-and-set | must be atomic; a thread that sees it, in `size` or an iterator, sees that the slot was free |
/// | producer stores an element | release | publishes what it did before |
/// | consumer loads a slot | acquire | pairs with the producer's release |
/// | consumer stores null, then its index | release | a thread that sees the index sees the slot free |
/// | producer loads the consumer's index, stores the limit, loads the limit | acquire, release, acquire | passes that on from the producer that read the index to those that use its limit |
/// | consumer loads the producers' index | acquire | after its slot: an element that is counted but not there yet is being added |
///
/// **Progress.** [#offer] is lock-free, [#relaxedPoll] and [#relaxedPeek] are wait-free (except for
/// skipping the slots that a failed supplier left), [#size] and iterators lock-free, [#isEmpty]
/// wait-free. But a producer that is preempted between claiming a number and storing its element
/// hides the elements behind it; [#poll] and [#peek] wait then.
///
/// [#fill] claims up to 64 numbers at once, and elements that other producers add in the meantime
/// come after them. If its supplier fails, the remaining slots are filled with a placeholder, and
/// the consumer skips them; `size` and `isEmpty` count them until then. A supplier must not use the
/// queue that it fills: the consumer waits for it.
///
/// A slot takes 4 bytes (8 without compressed references).
///
/// @param <E> type of the elements; never null
public final class MpscArrayQueue<E> extends MpscEnds<E> {

  /// Creates an empty queue.
  ///
  /// @param capacity from 1 to 2^30; rounded up to a power of two
  /// @throws IllegalArgumentException if it is out of that range
  public MpscArrayQueue(int capacity) {
    slots = new Object[rounded("capacity", capacity, 1, MAX_LENGTH)];
    consumerSlots = slots;
    constructed();
  }

  @Override
  public int capacity() {
    return slots.length;
  }

  /// Any thread, lock-free.
  @Override
  public boolean offer(E element) {
    Objects.requireNonNull(element, "element");
    while (true) {
      long index = producerIndexAcquire();
      if (room(index) <= 0) {
        return false;
      }
      if (producerIndexWon(index, index + 1)) {
        slotRelease(slots, slot(slots, index), element);
        return true;
      }
    }
  }

  @Override
  int addFrom(Supplier<? extends E> supplier, int most) {
    while (true) {
      long index = producerIndexAcquire();
      int number = (int) Math.min(room(index), Math.min(most, MAX_BATCH));
      if (number <= 0) {
        return 0;
      }
      if (producerIndexWon(index, index + number)) {
        supply(slots, index, index + number, supplier);
        return number;
      }
    }
  }

  /// A lower bound of how many slots are free from an index on; 0 or less if none is.
  private long room(long index) {
    long room = producerLimitAcquire() - index;
    if (room <= 0) {
      long limit = consumerIndexAcquire() + slots.length;
      room = limit - index;
      if (room > 0) {
        producerLimitRelease(limit);
      }
    }
    return room;
  }

  @Override
  public Iterator<E> iterator() {
    long first = consumerIndexAcquire();
    return new Snapshot<>(first, producerIndexAcquire()) {
      @Override
      @SuppressWarnings("unchecked") // everything but NOTHING is an element
      @Nullable E elementAt(long number) {
        Object element = slotAcquire(slots, slot(slots, number));
        return consumerIndexAcquire() > number || element == NOTHING ? null : (E) element;
      }
    };
  }
}
