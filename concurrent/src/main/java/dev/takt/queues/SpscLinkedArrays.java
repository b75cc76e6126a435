package dev.takt.queues;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A queue from one producing thread to one consuming thread in linked arrays.
///
/// **The algorithm** is that of [SpscArrayQueue] within an array. Where the producer cannot
/// continue in its array, it stores the element in a new one, links the old one to it, and leaves a
/// marker, JUMP, in the slot where the element would have been: the consumer that finds it
/// continues in the linked array (Nitsan Wakart's linked array queues, after the uSPSC of FastFlow
/// by Aldinucci et al.). So a producer always keeps one slot free for the marker. Element `n` has
/// slot `n mod length` in any array.
///
/// An array is used again, round after round, while the consumer keeps up; the queues differ in
/// where the producer leaves it.
///
/// **Memory order.** In addition to that of [SpscArrayQueue]:
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | producer stores JUMP | release | publishes the link, and the element that it leads to |
/// | consumer's array, stored before the old one is unlinked | release | an iterator that finds no link finds there the array to continue in |
abstract class SpscLinkedArrays<E> extends SpscEnds<E> {

  /// Where an element can be stored.
  enum Room {
    /// Nowhere.
    NONE,
    /// In its slot of the producer's array.
    HERE,
    /// In a new array.
    NEXT
  }

  SpscLinkedArrays(int length) {
    Chunk chunk = new Chunk(length);
    producerChunk = chunk;
    producerSlots = chunk.slots;
    producerLimit = length - 1L;
    consumerChunk = chunk;
    consumerSlots = chunk.slots;
  }

  /// Producer: where there is room for an element whose index has reached the limit. Raises the
  /// limit if it is in the same array.
  abstract Room roomFor(long index);

  /// Producer: raises the limit if slots of its array are known to be free from an index on. The
  /// slot of the limit must be free, too: JUMP is stored there.
  ///
  /// @param end a number that the limit must not exceed, beyond the index
  final boolean hasRoomInArray(long index, long end) {
    int step = Math.min(producerSlots.length / 4, MAX_LOOK_AHEAD);
    if (step > 1 && isFree(index + step)) {
      producerLimit = Math.min(index + step, end);
      return true;
    }
    if (isFree(index + 1)) {
      producerLimit = index + 1;
      return true;
    }
    return false;
  }

  /// Producer: the number of the first element that it stored in its array.
  final long firstInArray() {
    return Objects.requireNonNull(producerChunk).first;
  }

  final boolean isFree(long index) {
    return slotAcquire(producerSlots, slot(producerSlots, index)) == null;
  }

  /// The length of the array after one of the given length.
  abstract int lengthAfter(int length);

  /// Producer: up to which index a new array can be filled without another check.
  abstract long limitOf(long first, int length);

  /// Producer, wait-free except for allocation.
  ///
  /// @throws OutOfMemoryError if an array cannot be allocated; nothing is added then
  @Override
  public final boolean offer(E element) {
    Objects.requireNonNull(element, "element");
    long index = producerIndex;
    if (index < producerLimit) {
      add(index, element);
      return true;
    }
    Room room = roomFor(index);
    if (room == Room.NONE) {
      return false;
    }
    add(index, element, placeFor(room));
    return true;
  }

  @Override
  final int addFrom(Supplier<? extends E> supplier, int most) {
    long index = producerIndex;
    Room room = index < producerLimit ? Room.HERE : roomFor(index);
    if (room == Room.NONE) {
      return 0;
    }
    if (room == Room.NEXT || index >= producerLimit) {
      Chunk place = placeFor(room);
      add(index, Objects.requireNonNull(supplier.get(), NULL_SUPPLIED), place);
      return 1;
    }
    int number = (int) Math.min(most, producerLimit - index);
    @Nullable Object[] slots = producerSlots;
    for (long end = index + number; index < end; index++) {
      add(slots, index, Objects.requireNonNull(supplier.get(), NULL_SUPPLIED));
    }
    return number;
  }

  /// The new array, if one is needed. It is allocated before the supplier is called, because
  /// allocation may fail.
  private @Nullable Chunk placeFor(Room room) {
    return room == Room.NEXT ? new Chunk(lengthAfter(producerSlots.length)) : null;
  }

  private void add(long index, E element, @Nullable Chunk place) {
    if (place == null) {
      add(index, element);
    } else {
      addBehindJump(index, element, place);
    }
  }

  private void add(long index, E element) {
    add(producerSlots, index, element);
  }

  private void add(@Nullable Object[] slots, long index, E element) {
    slotRelease(slots, slot(slots, index), element);
    producerIndexRelease(index + 1);
  }

  private void addBehindJump(long index, E element, Chunk next) {
    next.first = index;
    next.slots[slot(next.slots, index)] = element;
    Chunk left = Objects.requireNonNull(producerChunk);
    left.nextRelease(next);
    slotRelease(left.slots, slot(left.slots, index), Chunk.JUMP);
    producerChunk = next;
    producerSlots = next.slots;
    producerLimit = limitOf(index, next.slots.length);
    producerIndexRelease(index + 1);
  }

  /// Consumer, wait-free.
  @Override
  @SuppressWarnings("unchecked") // everything but JUMP is an element
  public final @Nullable E poll() {
    long index = consumerIndex;
    @Nullable Object[] slots = consumerSlots;
    int slot = slot(slots, index);
    Object element = slotAcquire(slots, slot);
    if (element == Chunk.JUMP) {
      slots = jump();
      slot = slot(slots, index);
      element = slotAcquire(slots, slot);
    }
    if (element != null) {
      consumerIndexOpaque(index + 1);
      slotRelease(slots, slot, null);
    }
    return (E) element;
  }

  @Override
  final int takeInto(Consumer<? super E> consumer, int limit) {
    int taken = takeFromArray(consumer, limit);
    while (taken < limit && peek() != null) { // which goes on in the next array
      taken += takeFromArray(consumer, limit - taken);
    }
    return taken;
  }

  /// Takes elements of one array, up to a limit, until there are none or the consumer has taken
  /// some by itself. If it only moved on to the next array, by `peek`, JUMP is still in this one.
  @SuppressWarnings("unchecked") // everything but JUMP is an element
  private int takeFromArray(Consumer<? super E> consumer, int limit) {
    long index = consumerIndex;
    @Nullable Object[] slots = consumerSlots;
    for (int taken = 0; taken < limit; taken++) {
      int slot = slot(slots, index);
      Object element = slotAcquire(slots, slot);
      if (element == null || element == Chunk.JUMP) {
        return taken;
      }
      index++;
      consumerIndexOpaque(index);
      slotRelease(slots, slot, null);
      consumer.accept((E) element);
      if (consumerIndex != index) {
        return taken + 1;
      }
    }
    return limit;
  }

  /// Consumer, wait-free.
  @Override
  @SuppressWarnings("unchecked") // everything but JUMP is an element
  public final @Nullable E peek() {
    long index = consumerIndex;
    @Nullable Object[] slots = consumerSlots;
    Object element = slotAcquire(slots, slot(slots, index));
    if (element == Chunk.JUMP) {
      slots = jump();
      element = slotAcquire(slots, slot(slots, index));
    }
    return (E) element;
  }

  /// JUMP is stored after the element that it leads to.
  @Override
  final boolean isStored(long head) {
    @Nullable Object[] slots = consumerChunkAcquire().slots;
    return slotAcquire(slots, slot(slots, head)) != null;
  }

  @Override
  public final Iterator<E> iterator() {
    long first = consumerIndexAcquire();
    return new ChunkElements<>(this, first, tail(first));
  }
}
