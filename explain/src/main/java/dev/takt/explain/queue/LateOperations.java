package dev.takt.explain.queue;

import java.util.Arrays;
import java.util.List;

/// The operations that were sent late, and by how much. A sparse array with a bit set and ranks,
/// since few operations are late. Immutable.
final class LateOperations {

  private static final int WORD_BITS = 6;

  /// One bit for each operation: whether it was late.
  private final long[] isLate;

  /// How many late operations come before each word of bits.
  private final int[] before;

  private final int[] operations;
  private final long[] nanos;

  private LateOperations(int size, int count) {
    isLate = new long[(size >>> WORD_BITS) + 1];
    before = new int[isLate.length];
    operations = new int[count];
    nanos = new long[count];
  }

  /// @param size the number of operations
  /// @param parts the late ones, in their order
  static LateOperations of(int size, List<Part> parts) {
    LateOperations all = new LateOperations(size, parts.stream().mapToInt(each -> each.size).sum());
    int count = 0;
    for (Part each : parts) {
      System.arraycopy(each.operations, 0, all.operations, count, each.size);
      System.arraycopy(each.nanos, 0, all.nanos, count, each.size);
      count += each.size;
    }
    for (int each : all.operations) {
      all.isLate[each >>> WORD_BITS] |= 1L << each;
    }
    for (int word = 1; word < all.before.length; word++) {
      all.before[word] = all.before[word - 1] + Long.bitCount(all.isLate[word - 1]);
    }
    return all;
  }

  /// By how much an operation was late, in nanoseconds; 0 if it was not.
  long of(int operation) {
    int word = operation >>> WORD_BITS;
    long bit = 1L << operation;
    long bits = isLate[word];
    return (bits & bit) == 0 ? 0 : nanos[before[word] + Long.bitCount(bits & (bit - 1))];
  }

  /// The number of late operations.
  int size() {
    return operations.length;
  }

  /// The index of a late operation among all operations.
  int operation(int late) {
    return operations[late];
  }

  /// By how much a late operation was late, in nanoseconds.
  long nanos(int late) {
    return nanos[late];
  }

  /// A builder for the late operations of a range. Not thread-safe.
  static final class Part {

    private int size;
    private int[] operations = new int[16];
    private long[] nanos = new long[16];

    /// Appends the next late operation.
    ///
    /// @param itsNanos by how much it was late; more than 0
    void add(int operation, long itsNanos) {
      if (size == operations.length) {
        operations = Arrays.copyOf(operations, 2 * size);
        nanos = Arrays.copyOf(nanos, 2 * size);
      }
      operations[size] = operation;
      nanos[size++] = itsNanos;
    }
  }
}
