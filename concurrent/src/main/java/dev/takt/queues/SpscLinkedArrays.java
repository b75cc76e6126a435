package dev.takt.queues;

import java.util.Iterator;
import java.util.Objects;
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
/// When the consumer moves on, it unlinks the old array. If promoted to the old generation, that
/// array would otherwise keep all later arrays from being collected by young collections
/// (*nepotism*).
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

  private static final Object JUMP = new Object();

  SpscLinkedArrays(int length) {
    Chunk chunk = new Chunk(length, 0);
    producerChunk = chunk;
    producerSlots = chunk.slots;
    producerLimit = length - 1L;
    consumerChunk = chunk;
    consumerSlots = chunk.slots;
  }

  /// Producer: where there is room for an element whose index has reached the limit.
  abstract Room roomFor(long index);

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
    add(index, element, placeFor(index, room));
    return true;
  }

  @Override
  final int addFrom(Supplier<? extends E> supplier, int most) {
    long index = producerIndex;
    Room room = index < producerLimit ? Room.HERE : roomFor(index);
    if (room == Room.NONE) {
      return 0;
    }
    Chunk place = placeFor(index, room);
    add(index, Objects.requireNonNull(supplier.get(), NULL_SUPPLIED), place);
    return 1;
  }

  /// The new array, if one is needed. It is allocated before the supplier is called, because
  /// allocation may fail.
  private @Nullable Chunk placeFor(long index, Room room) {
    return room == Room.NEXT ? new Chunk(lengthAfter(producerSlots.length), index) : null;
  }

  private void add(long index, E element, @Nullable Chunk place) {
    if (place == null) {
      add(index, element);
    } else {
      addBehindJump(index, element, place);
    }
  }

  private void add(long index, E element) {
    @Nullable Object[] slots = producerSlots;
    slotRelease(slots, slot(slots, index), element);
    producerIndexRelease(index + 1);
  }

  private void addBehindJump(long index, E element, Chunk next) {
    next.slots[slot(next.slots, index)] = element;
    Chunk left = Objects.requireNonNull(producerChunk);
    left.nextRelease(next);
    slotRelease(left.slots, slot(left.slots, index), JUMP);
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
    if (element == JUMP) {
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

  /// Consumer, wait-free.
  @Override
  @SuppressWarnings("unchecked") // everything but JUMP is an element
  public final @Nullable E peek() {
    long index = consumerIndex;
    @Nullable Object[] slots = consumerSlots;
    Object element = slotAcquire(slots, slot(slots, index));
    if (element == JUMP) {
      slots = jump();
      element = slotAcquire(slots, slot(slots, index));
    }
    return (E) element;
  }

  private @Nullable Object[] jump() {
    Chunk left = Objects.requireNonNull(consumerChunk);
    Chunk next = Objects.requireNonNull(left.nextAcquire());
    consumerSlots = next.slots;
    consumerChunkRelease(next);
    left.nextRelease(null);
    return next.slots;
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
    return new Elements(first, tail(first));
  }

  private final class Elements extends Snapshot<E> {

    /// May be an array that the consumer has left, or a later one than that of the first number.
    private Chunk chunk = consumerChunkAcquire();

    Elements(long first, long end) {
      super(first, end);
    }

    @Override
    @SuppressWarnings("unchecked") // everything but JUMP is an element
    @Nullable E elementAt(long number) {
      while (true) {
        Chunk next = chunk.nextAcquire();
        if (next != null && number >= next.first) {
          chunk = next;
          continue;
        }
        Object element = slotAcquire(chunk.slots, slot(chunk.slots, number));
        if (consumerIndexAcquire() > number) {
          return null;
        }
        if (element != null && element != JUMP) {
          return (E) element;
        }
        if (element == null && producerIndexAcquire() <= number) {
          return null; // only the slot showed this element, and it was an old one
        }
        // Not yet taken, and not here: the consumer has left this array.
        chunk = consumerChunkAcquire();
      }
    }
  }
}
