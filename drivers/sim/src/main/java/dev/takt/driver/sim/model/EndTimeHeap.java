package dev.takt.driver.sim.model;

/// Priority queue of slots by end time: an indexed binary heap in arrays, so that any slot can be
/// removed. Allocates only in its constructor. Not thread-safe.
public final class EndTimeHeap {

  private final long[] ends;
  private final int[] slots;
  private final int[] indexOf;
  private int size;

  public EndTimeHeap(int capacity) {
    ends = new long[capacity];
    slots = new int[capacity];
    indexOf = new int[capacity];
  }

  public int size() {
    return size;
  }

  /// The earliest end. The heap must not be empty.
  public long earliestEnd() {
    return ends[0];
  }

  /// The slot that ends earliest. The heap must not be empty.
  public int earliestSlot() {
    return slots[0];
  }

  /// Adds a slot that is not in the heap.
  public void add(long end, int slot) {
    siftUp(end, slot, size++);
  }

  /// Removes a slot that is in the heap.
  public void remove(int slot) {
    int hole = indexOf[slot];
    size--;
    if (hole == size) {
      return;
    }
    long end = ends[size];
    int moved = slots[size];
    if (hole > 0 && end < ends[parent(hole)]) {
      siftUp(end, moved, hole);
    } else {
      siftDown(end, moved, hole);
    }
  }

  /// Postpones the end of the earliest slot.
  public void postponeEarliest(long end) {
    siftDown(end, slots[0], 0);
  }

  private void siftUp(long end, int slot, int from) {
    int hole = from;
    while (hole > 0 && end < ends[parent(hole)]) {
      put(ends[parent(hole)], slots[parent(hole)], hole);
      hole = parent(hole);
    }
    put(end, slot, hole);
  }

  private void siftDown(long end, int slot, int from) {
    int hole = from;
    int child = 2 * hole + 1;
    while (child < size) {
      if (child + 1 < size && ends[child + 1] < ends[child]) {
        child++;
      }
      if (end <= ends[child]) {
        break;
      }
      put(ends[child], slots[child], hole);
      hole = child;
      child = 2 * hole + 1;
    }
    put(end, slot, hole);
  }

  private static int parent(int place) {
    return (place - 1) >> 1;
  }

  private void put(long end, int slot, int place) {
    ends[place] = end;
    slots[place] = slot;
    indexOf[slot] = place;
  }
}
