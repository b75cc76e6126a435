package dev.takt.load.engine;

/// The free slots of a loop, used in turn so that all connections share the work.
final class FreeSlots {

  private final int[] ring;
  private int head;
  private int count;
  private long since;

  /// All are free, and have been for as long as anyone can remember: a loop that begins late has
  /// nobody to blame for it.
  FreeSlots(int slots) {
    ring = new int[slots];
    for (int i = 0; i < slots; i++) {
      ring[i] = i;
    }
    count = slots;
    since = Long.MIN_VALUE;
  }

  boolean isEmpty() {
    return count == 0;
  }

  int taken() {
    return ring.length - count;
  }

  /// Since when there has been a free slot without a break.
  long since() {
    return since;
  }

  int take() {
    int slot = ring[head];
    head = head + 1 == ring.length ? 0 : head + 1;
    count--;
    return slot;
  }

  void give(int slot, long now) {
    if (count == 0) {
      since = now;
    }
    int tail = head + count;
    ring[tail >= ring.length ? tail - ring.length : tail] = slot;
    count++;
  }
}
