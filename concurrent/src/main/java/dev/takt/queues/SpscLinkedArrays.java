package dev.takt.queues;

import java.util.Iterator;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A queue from one producing thread to one consuming thread that goes from array to array.
///
/// **The algorithm** is that of [SpscArrayQueue] within an array. Where the producer will not go on
/// in its array it stores the element in a new one, links that to the old one, and leaves a mark,
/// JUMP, in the slot where the element would have been: the consumer that finds it goes on in the
/// linked array (Nitsan Wakart's linked array queues, after the uSPSC of FastFlow by Aldinucci et
/// al.). So a producer always keeps one slot free, to be able to jump from it. Element `n` has slot
/// `n mod length` in whatever array it is.
///
/// An array that was left is unlinked: promoted to the old generation, it would otherwise keep all
/// that come after it from being collected by young collections (*nepotism*).
///
/// **Memory order.** In addition to that of [SpscArrayQueue]:
///
/// | access | mode | why it suffices |
/// |---|---|---|
/// | producer stores JUMP | release | publishes the link, and the element behind it |
/// | consumer's array, stored before the old one is unlinked | release | an iterator that finds no link finds there where to go on |
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

  /// How long the array after one of such a length is.
  abstract int lengthAfter(int length);

  /// Producer: up to where a new array can be filled without looking again.
  abstract long limitOf(long first, int length);

  /// Producer, wait-free (as far as allocation is).
  ///
  /// @throws OutOfMemoryError if an array cannot be had; nothing is added then
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

  /// The new array, if there has to be one: made before the supplier is asked, for it may fail.
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
  @SuppressWarnings("unchecked") // what is no mark is an element
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
  @SuppressWarnings("unchecked") // what is no mark is an element
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

    /// May be one that the consumer has left, or one further on than the first number.
    private Chunk chunk = consumerChunkAcquire();

    Elements(long first, long end) {
      super(first, end);
    }

    @Override
    @SuppressWarnings("unchecked") // what is no mark is an element
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
          return null; // an element that its slot alone showed, and that was an old one
        }
        // Not yet taken, and not here: the consumer has left this array.
        chunk = consumerChunkAcquire();
      }
    }
  }
}
