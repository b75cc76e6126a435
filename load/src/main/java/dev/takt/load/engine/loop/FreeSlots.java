package dev.takt.load.engine.loop;

import java.util.function.IntUnaryOperator;

/// The free slots of a loop, in groups. They are used round-robin, so that all groups, and all
/// connections within a group, share the work.
final class FreeSlots {

  private final IntUnaryOperator groupOf;
  private final Ring[] groups;

  /// The group to use next if any will do.
  private int nextGroup;

  /// How many slots can be used now.
  private int count;

  private int taken;
  private final boolean[] withdrawn;
  private final boolean[] isFree;
  private long since;
  private int withdrawnCount;
  private long lastRestored = Long.MIN_VALUE;

  /// All slots are free, since before any moment: if a loop starts late, that is the generator's
  /// lateness and not a wait for a slot.
  ///
  /// @param groupOf the group of a slot, from 0 to `groupCount` - 1
  FreeSlots(int slots, int groupCount, IntUnaryOperator groupOf) {
    this.groupOf = groupOf;
    this.groups = new Ring[groupCount];
    this.withdrawn = new boolean[slots];
    this.isFree = new boolean[slots];
    for (int i = 0; i < groupCount; i++) {
      groups[i] = new Ring(slots);
    }
    for (int slot = 0; slot < slots; slot++) {
      groups[groupOf.applyAsInt(slot)].add(slot);
      isFree[slot] = true;
    }
    count = slots;
    since = Long.MIN_VALUE;
  }

  boolean isEmpty() {
    return count == 0;
  }

  int taken() {
    return taken;
  }

  /// Since when there has been a free slot without interruption.
  long since() {
    return since;
  }

  /// Takes a slot, of the preferred group if it has one. There must be a free slot.
  ///
  /// @param preferred a group, or a negative number for any
  int take(int preferred) {
    count--;
    taken++;
    if (preferred >= 0 && groups[preferred].count > 0) {
      return takeOf(groups[preferred]);
    }
    while (groups[nextGroup].count == 0) {
      advance();
    }
    int slot = takeOf(groups[nextGroup]);
    advance();
    return slot;
  }

  private int takeOf(Ring group) {
    int slot = group.take();
    isFree[slot] = false;
    return slot;
  }

  private void advance() {
    nextGroup = nextGroup + 1 == groups.length ? 0 : nextGroup + 1;
  }

  void release(int slot, long now) {
    taken--;
    if (!withdrawn[slot]) {
      add(slot, now);
    }
  }

  private void add(int slot, long now) {
    if (count == 0) {
      since = now;
    }
    groups[groups.length == 1 ? 0 : groupOf.applyAsInt(slot)].add(slot);
    isFree[slot] = true;
    count++;
  }

  /// A slot, free or taken, is not free until [#restore].
  void withdraw(int slot) {
    withdrawnCount += withdrawn[slot] ? 0 : 1;
    withdrawn[slot] = true;
    if (isFree[slot]) {
      groups[groupOf.applyAsInt(slot)].remove(slot);
      isFree[slot] = false;
      count--;
    }
  }

  /// Ends [#withdraw].
  ///
  /// @param isTaken whether an operation uses it now
  void restore(int slot, boolean isTaken, long now) {
    withdrawnCount -= withdrawn[slot] ? 1 : 0;
    lastRestored = now;
    withdrawn[slot] = false;
    if (!isTaken) {
      add(slot, now);
    }
  }

  /// Whether a slot was withdrawn at a moment after this one.
  boolean hadWithdrawn(long after) {
    return withdrawnCount > 0 || lastRestored > after;
  }

  /// The free slots of one group.
  private static final class Ring {

    private final int[] ring;
    private int head;
    private int count;

    Ring(int capacity) {
      ring = new int[capacity];
    }

    int take() {
      int slot = ring[head];
      head = head + 1 == ring.length ? 0 : head + 1;
      count--;
      return slot;
    }

    void add(int slot) {
      int tail = head + count;
      ring[tail >= ring.length ? tail - ring.length : tail] = slot;
      count++;
    }

    void remove(int slot) {
      int before = count;
      for (int i = 0; i < before; i++) {
        int each = take();
        if (each != slot) {
          add(each);
        }
      }
    }
  }
}
