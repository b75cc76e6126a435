package dev.takt.bench.concurrent.contest;

/// A task and its result, used again and again. Two threads that work on neighbours do not get in
/// each other's way.
final class Slot {

  private static final int NUMBER = 8;
  private static final int RESULT = NUMBER + 1;

  private final long[] line = new long[2 * NUMBER];

  void put(long number, long result) {
    line[NUMBER] = number;
    line[RESULT] = result;
  }

  long number() {
    return line[NUMBER];
  }

  long result() {
    return line[RESULT];
  }

  static Slot[] many(int count) {
    Slot[] slots = new Slot[count];
    for (int i = 0; i < count; i++) {
      slots[i] = new Slot();
    }
    return slots;
  }
}
