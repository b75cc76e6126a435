package dev.takt.load.replay;

import java.nio.ByteBuffer;

/// The requests of a replay, by the number of the operation. Immutable and thread-safe; nothing but
/// [#target] allocates.
public final class ReplayRequests {

  private final int[] numbers;
  private final TargetTable table;

  /// @param numbers of the requests in the table, by the number of the operation
  ReplayRequests(int[] numbers, TargetTable table) {
    this.numbers = numbers;
    this.table = table;
  }

  /// After the last operation the first one follows: the generator's own warm-up goes on.
  private int number(long n) {
    return numbers[n < numbers.length ? (int) n : (int) (n % numbers.length)];
  }

  /// The kind of operation `n`.
  public int operationOf(long n) {
    return table.kind(number(n));
  }

  /// Appends the path and query of operation `n`: no spaces, no control characters, only ASCII.
  ///
  /// @throws java.nio.BufferOverflowException if they do not fit
  public void putTarget(long n, ByteBuffer out) {
    table.put(number(n), out);
  }

  /// The path and query of operation `n`.
  public String target(long n) {
    return table.text(number(n));
  }

  /// The first operation of a kind.
  public long firstOf(int operation) {
    int n = 0;
    while (operationOf(n) != operation) {
      n++;
    }
    return n;
  }
}
