package dev.takt.load.engine.loop;

/// The free slots of a loop, used round-robin so that all connections share the work.
final class FreeSlots {

  private final int[] ring;
  private int head;
  private int count;
  private long since;

  /// All slots are free, since before any moment: if a loop starts late, that is the generator's
  /// lateness and not a wait for a slot.
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

  /// Since when there has been a free slot without interruption.
  long since() {
    return since;
  }

  int take() {
    int slot = ring[head];
    head = head + 1 == ring.length ? 0 : head + 1;
    count--;
    return slot;
  }

  void release(int slot, long now) {
    if (count == 0) {
      since = now;
    }
    int tail = head + count;
    ring[tail >= ring.length ? tail - ring.length : tail] = slot;
    count++;
  }
}
