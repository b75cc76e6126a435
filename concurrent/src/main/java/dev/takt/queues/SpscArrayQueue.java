package dev.takt.queues;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A bounded queue from one producing thread to one consuming thread.
///
/// **The algorithm** is FastForward (Giacomoni, Moseley, Vachharajani, PPoPP 2008): an empty slot
/// is null, so each side sees in the slot itself whether it may proceed, and does not read the
/// other's index. The producer checks a slot some way ahead (Nitsan Wakart, after the batching of
/// MCRingBuffer): a null there means that all slots up to it are free, since the consumer empties
/// them in order.
///
/// **Memory order.**
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | producer stores an element | release | publishes what it did before |
/// | consumer loads a slot | acquire | pairs with the producer's release |
/// | consumer stores null | release | the slot, and all before it, are free when the producer sees it |
/// | producer checks a slot ahead | acquire | pairs with the consumer's release |
/// | own index, loaded | plain | no other thread writes it |
/// | producer's index, stored after the element | release | a thread that sees it (in `size`, `isEmpty`, an iterator) sees the element |
/// | load the slot of the head, where the indices say *empty* | acquire | the consumer counts an element that it can see in the slot, though the producer has not yet stored its index |
/// | consumer's index, stored before the null | opaque | the null's release comes after it: a slot that is filled again was counted before, and size never exceeds the capacity |
///
/// **Progress.** `offer`, `poll`, `peek` and `isEmpty` are wait-free, and so is each step of
/// `drain`, `fill` and an iterator; `size` is lock-free.
///
/// `size` and `isEmpty` count an element as taken from a moment just before its slot is free: a
/// producer that sees the size drop may find no room until that `poll` has returned.
///
/// A slot takes 4 bytes (8 without compressed references).
///
/// @param <E> type of the elements; never null
public final class SpscArrayQueue<E> extends SpscEnds<E> {

  /// Creates an empty queue.
  ///
  /// @param capacity from 1 to 2^30; rounded up to a power of two
  /// @throws IllegalArgumentException if it is out of that range
  public SpscArrayQueue(int capacity) {
    slots = new Object[rounded("capacity", capacity, 1, MAX_LENGTH)];
    constructed();
  }

  @Override
  public int capacity() {
    return slots.length;
  }

  /// Producer, wait-free.
  @Override
  public boolean offer(E element) {
    Objects.requireNonNull(element, "element");
    @Nullable Object[] all = slots;
    long index = producerIndex;
    if (index >= producerLimit && !hasRoom(all, index)) {
      return false;
    }
    add(all, index, element);
    return true;
  }

  @Override
  int addFrom(Supplier<? extends E> supplier, int most) {
    @Nullable Object[] all = slots;
    long index = producerIndex;
    if (index >= producerLimit && !hasRoom(all, index)) {
      return 0;
    }
    // The limit is not beyond the index where only this slot is known to be free.
    int number = (int) Math.min(most, Math.max(1, producerLimit - index));
    for (long end = index + number; index < end; index++) {
      add(all, index, Objects.requireNonNull(supplier.get(), NULL_SUPPLIED));
    }
    return number;
  }

  private void add(@Nullable Object[] all, long index, E element) {
    slotRelease(all, slot(all, index), element);
    producerIndexRelease(index + 1);
  }

  private boolean hasRoom(@Nullable Object[] all, long index) {
    int step = Math.min(all.length / 4, MAX_LOOK_AHEAD);
    if (step > 1 && slotAcquire(all, slot(all, index + step)) == null) {
      producerLimit = index + step;
      return true;
    }
    return slotAcquire(all, slot(all, index)) == null;
  }

  /// Consumer, wait-free.
  @Override
  public @Nullable E poll() {
    @Nullable Object[] all = slots;
    long index = consumerIndex;
    int slot = slot(all, index);
    E element = elementAt(all, slot);
    if (element != null) {
      consumerIndexOpaque(index + 1);
      slotRelease(all, slot, null);
    }
    return element;
  }

  @Override
  int takeInto(Consumer<? super E> consumer, int limit) {
    @Nullable Object[] all = slots;
    long index = consumerIndex;
    for (int taken = 0; taken < limit; taken++) {
      int slot = slot(all, index);
      E element = elementAt(all, slot);
      if (element == null) {
        return taken;
      }
      index++;
      consumerIndexOpaque(index);
      slotRelease(all, slot, null);
      consumer.accept(element);
      if (consumerIndex != index) {
        index = consumerIndex;
      }
    }
    return limit;
  }

  /// Consumer, wait-free.
  @Override
  public @Nullable E peek() {
    @Nullable Object[] all = slots;
    return elementAt(all, slot(all, consumerIndex));
  }

  @Override
  boolean isStored(long head) {
    return slotAcquire(slots, slot(slots, head)) != null;
  }

  @Override
  public Iterator<E> iterator() {
    long first = consumerIndexAcquire();
    return new Snapshot<>(first, tail(first)) {
      @Override
      @SuppressWarnings("unchecked") // only elements are stored
      @Nullable E elementAt(long number) {
        E element = (E) slotAcquire(slots, slot(slots, number));
        return consumerIndexAcquire() > number ? null : element;
      }
    };
  }

  @SuppressWarnings("unchecked") // only elements are stored
  private @Nullable E elementAt(@Nullable Object[] all, int slot) {
    return (E) slotAcquire(all, slot);
  }
}
