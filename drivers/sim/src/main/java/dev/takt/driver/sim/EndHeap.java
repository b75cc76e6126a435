package dev.takt.driver.sim;

/// Slots by the times at which they end: a binary heap in two arrays. Allocates only when made. Not
/// thread-safe.
final class EndHeap {

  private final long[] ends;
  private final int[] slots;
  private int size;

  EndHeap(int capacity) {
    ends = new long[capacity];
    slots = new int[capacity];
  }

  int size() {
    return size;
  }

  /// The earliest end. Not to be asked of an empty heap.
  long earliestEnd() {
    return ends[0];
  }

  /// The slot that ends earliest.
  int earliestSlot() {
    return slots[0];
  }

  void add(long end, int slot) {
    int hole = size++;
    while (hole > 0 && end < ends[parent(hole)]) {
      move(parent(hole), hole);
      hole = parent(hole);
    }
    put(end, slot, hole);
  }

  void removeEarliest() {
    size--;
    sink(ends[size], slots[size]);
  }

  /// The slot that ends earliest ends later than was thought.
  void postponeEarliest(long end) {
    sink(end, slots[0]);
  }

  /// Puts an element in place of the root.
  private void sink(long end, int slot) {
    int hole = 0;
    int child = 1;
    while (child < size) {
      if (child + 1 < size && ends[child + 1] < ends[child]) {
        child++;
      }
      if (end <= ends[child]) {
        break;
      }
      move(child, hole);
      hole = child;
      child = 2 * hole + 1;
    }
    put(end, slot, hole);
  }

  private static int parent(int place) {
    return (place - 1) >> 1;
  }

  private void move(int from, int to) {
    ends[to] = ends[from];
    slots[to] = slots[from];
  }

  private void put(long end, int slot, int place) {
    ends[place] = end;
    slots[place] = slot;
  }
}
