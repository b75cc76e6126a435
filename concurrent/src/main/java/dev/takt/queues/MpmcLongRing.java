package dev.takt.queues;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/// A bounded queue of `long`s for any number of producers and consumers, without a lock. It
/// produces no garbage.
///
/// The ring of Dmitry Vyukov (Bounded MPMC queue, 1024cores.net): each cell has a sequence number
/// next to its value, which holds the cell's number and state. For the element with the number `n`,
/// a cell whose sequence is `n` is free for the producer, and one whose sequence is `n + 1` is full
/// for the consumer; the consumer leaves it at `n + capacity`, free for the next round.
///
/// Memory order: a thread claims its number by a compare-and-set of the tail or the head. That
/// needs to be atomic, but publishes nothing. The value is published by the release store of the
/// cell's sequence and seen by an acquire load of it; the consumer releases the cell in the same
/// way. So values themselves are read and written with plain accesses.
///
/// Lock-free, but not wait-free: an element whose producer was preempted between claiming its
/// number and storing it hides the elements behind it until that thread continues.
public final class MpmcLongRing {

  /// The result of [#poll]. Created once and reused by its consumer; not thread-safe.
  public static final class Element {

    private long value;
    private long number;

    /// An element that holds nothing yet.
    public Element() {}

    /// The value that was offered.
    public long value() {
      return value;
    }

    /// How many elements were offered before this one, since the ring was made.
    public long number() {
      return number;
    }
  }

  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  // Tail and head are in one array, two cache lines apart from each other and from all other data.
  private static final int TAIL = 16;
  private static final int HEAD = 32;
  private static final int INDICES = 48;

  private static final int LONGS_PER_CELL = 2;
  private static final int MAX_CAPACITY = 1 << 29;

  private final long[] indices = new long[INDICES];
  private final long[] cells;
  private final int capacity;

  /// Creates a ring of at least `capacity` elements.
  ///
  /// @param capacity from 1 to 2^29; rounded up to a power of two, and to 2 at least: with one cell
  ///   "full" and "free for the next round" would be the same number
  /// @throws IllegalArgumentException if it is out of that range
  public MpmcLongRing(int capacity) {
    this.capacity = AbstractMessageQueue.rounded("capacity", capacity, 2, MAX_CAPACITY);
    this.cells = new long[this.capacity * LONGS_PER_CELL];
    for (int i = 0; i < this.capacity; i++) {
      cells[i * LONGS_PER_CELL] = i;
    }
  }

  /// How many elements fit.
  public int capacity() {
    return capacity;
  }

  /// Appends a value.
  ///
  /// @return false if the ring is full
  public boolean offer(long value) {
    while (true) {
      long tail = (long) LONGS.getOpaque(indices, TAIL);
      int cell = cellOf(tail);
      long turn = (long) LONGS.getAcquire(cells, cell) - tail;
      if (turn == 0) {
        if (LONGS.weakCompareAndSetPlain(indices, TAIL, tail, tail + 1)) {
          cells[cell + 1] = value;
          LONGS.setRelease(cells, cell, tail + 1);
          return true;
        }
      } else if (turn < 0) {
        return false;
      }
      // Otherwise another producer was faster, and the tail has moved on.
    }
  }

  /// Takes the oldest element.
  ///
  /// @param into receives the element; unchanged if there is none
  /// @return false if the ring is empty, or its oldest element is not yet stored
  public boolean poll(Element into) {
    Objects.requireNonNull(into, "into");
    while (true) {
      long head = (long) LONGS.getOpaque(indices, HEAD);
      int cell = cellOf(head);
      long turn = (long) LONGS.getAcquire(cells, cell) - (head + 1);
      if (turn == 0) {
        if (LONGS.weakCompareAndSetPlain(indices, HEAD, head, head + 1)) {
          into.value = cells[cell + 1];
          into.number = head;
          LONGS.setRelease(cells, cell, head + capacity);
          return true;
        }
      } else if (turn < 0) {
        return false;
      }
    }
  }

  /// How many elements were taken since the ring was made. Exact when no consumer is in [#poll].
  public long taken() {
    return (long) LONGS.getAcquire(indices, HEAD);
  }

  /// How many elements were offered since the ring was made. Exact when no producer is in [#offer].
  public long offered() {
    return (long) LONGS.getAcquire(indices, TAIL);
  }

  private int cellOf(long number) {
    return (int) (number & (capacity - 1)) * LONGS_PER_CELL;
  }
}
