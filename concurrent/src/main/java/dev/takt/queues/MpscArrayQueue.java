package dev.takt.queues;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A bounded queue from any number of producing threads to one consuming thread, without garbage.
///
/// **The algorithm.** A producer wins a number by a compare-and-set of the producers' index, and
/// stores its element in the slot of that number; the consumer takes what it finds in the slot at
/// the head, in order (as in the ManyToOneConcurrentArrayQueue of Agrona and the MpscArrayQueue of
/// JCTools). Up to where there is room is a limit that producers share, and set anew from the
/// consumer's index when it is reached.
///
/// A strict [#poll] must tell an empty queue from one whose next element is on its way, and for
/// that read the producers' index, which they fight over. It looks at the slot a few times more
/// before it does.
///
/// **Memory order.**
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | win a number | release compare-and-set | must be atomic; who sees it, in `size` or an iterator, sees that the slot was free |
/// | producer stores an element | release | publishes what it did before |
/// | consumer loads a slot | acquire | the other side of it |
/// | consumer stores null, then its index | release | who sees the index has the slot |
/// | producer loads the consumer's index, stores the limit, loads the limit | acquire, release, acquire | hands that on from the producer who looked to those who use its limit |
/// | consumer loads the producers' index | acquire | after its slot: what is not there yet, but counted, is on its way |
///
/// **Progress.** [#offer] is lock-free, [#relaxedPoll] and [#relaxedPeek] are wait-free (but for
/// passing over what a failed supplier left), [#size] and iterators lock-free, [#isEmpty]
/// wait-free. But a producer that loses its core between winning a number and storing its element
/// hides what lies behind it; [#poll] and [#peek] wait then.
///
/// [#fill] wins up to 64 numbers at once, and whatever others add meanwhile comes after them. If
/// its supplier fails, what is left of them is filled with nothing, and the consumer passes over
/// it; `size` and `isEmpty` count it until then. A supplier must not use the queue that it fills:
/// the consumer waits for it.
///
/// A place takes 4 bytes (8 without compressed references).
///
/// @param <E> what is passed; never null
public final class MpscArrayQueue<E> extends PaddedIndices<E> {

  private static final int MAX_BATCH = 64;

  private static final Object NOTHING = new Object();

  /// An empty queue.
  ///
  /// @param capacity from 1 to 2^30; rounded up to a power of two
  /// @throws IllegalArgumentException if it is out of that range
  public MpscArrayQueue(int capacity) {
    slots = new Object[rounded("capacity", capacity, 1, MAX_LENGTH)];
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
        supply(index, index + number, supplier);
        return number;
      }
    }
  }

  /// Slots that were won must be filled, since those behind them wait.
  private void supply(long from, long to, Supplier<? extends E> supplier) {
    long index = from;
    try {
      for (; index < to; index++) {
        E element = Objects.requireNonNull(supplier.get(), NULL_SUPPLIED);
        slotRelease(slots, slot(slots, index), element);
      }
    } finally {
      for (; index < to; index++) {
        slotRelease(slots, slot(slots, index), NOTHING);
      }
    }
  }

  /// How many slots are free from an index on, at least; 0 or less if there is none.
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

  /// Consumer; waits only for a producer in the middle of adding what is at the head.
  @Override
  public @Nullable E poll() {
    return take(true);
  }

  /// Consumer, wait-free.
  @Override
  public @Nullable E relaxedPoll() {
    return take(false);
  }

  private @Nullable E take(boolean strict) {
    E element = head(strict);
    if (element != null) {
      free(slots, consumerIndex);
      looks = MAX_CHECKS;
    }
    return element;
  }

  /// Consumer; waits like [#poll].
  @Override
  public @Nullable E peek() {
    return head(true);
  }

  /// Consumer, wait-free.
  @Override
  public @Nullable E relaxedPeek() {
    return head(false);
  }

  @SuppressWarnings("unchecked") // what is not nothing is an element
  private @Nullable E head(boolean strict) {
    @Nullable Object[] all = slots;
    while (true) {
      long index = consumerIndex;
      Object element = slotAcquire(all, slot(all, index));
      if (element == null && strict) {
        element = sought(all, index);
      }
      if (element != NOTHING) {
        return (E) element;
      }
      free(all, index);
    }
  }

  /// The index comes last: who sees it has the slot.
  private void free(@Nullable Object[] all, long index) {
    slotRelease(all, slot(all, index), null);
    consumerIndexRelease(index + 1);
  }

  /// What is in a slot, if there is something or will be at once. The slot is looked at for a while
  /// before the producers' index is; see [PaddedIndices#MAX_CHECKS].
  private @Nullable Object sought(@Nullable Object[] all, long index) {
    int slot = slot(all, index);
    for (int i = looks; i > 0; i--) {
      Thread.onSpinWait();
      Object element = slotAcquire(all, slot);
      if (element != null) {
        return element;
      }
    }
    looks /= 2;
    if (producerIndexAcquire() == index) {
      return null;
    }
    Object element = slotAcquire(all, slot);
    while (element == null) {
      Thread.onSpinWait();
      element = slotAcquire(all, slot);
    }
    return element;
  }

  @Override
  public int size() {
    return sizeByIndices();
  }

  @Override
  public boolean isEmpty() {
    return isEmptyByIndices();
  }

  @Override
  public Iterator<E> iterator() {
    long first = consumerIndexAcquire();
    return new Snapshot<>(first, producerIndexAcquire()) {
      @Override
      @SuppressWarnings("unchecked") // what is not nothing is an element
      @Nullable E elementAt(long number) {
        Object element = slotAcquire(slots, slot(slots, number));
        return consumerIndexAcquire() > number || element == NOTHING ? null : (E) element;
      }
    };
  }
}
