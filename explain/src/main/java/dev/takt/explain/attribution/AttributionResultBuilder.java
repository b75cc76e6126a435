package dev.takt.explain.attribution;

import dev.takt.explain.attribution.classify.IntList;
import dev.takt.explain.attribution.classify.LongList;

/// Builds the columns of a [AttributionResult]. Not thread-safe: callers synchronise.
final class AttributionResultBuilder {

  private static final int SPARE_SHIFT = 4;

  final int[] operations;
  final long[] excess;
  final long[] unexplainedWait;
  final long[] unexplainedService;
  final int[] firstShares;
  final IntList shareKeys;
  final IntList shareStalls;
  final IntList firstAmounts;
  final LongList amounts = new LongList();
  private int size;

  /// @param operations the indexes of all slow operations, ascending
  AttributionResultBuilder(int[] operations) {
    this.operations = operations;
    excess = new long[operations.length];
    unexplainedWait = new long[operations.length];
    unexplainedService = new long[operations.length];
    firstShares = new int[operations.length];
    // Most operations have one share.
    int likely = operations.length + (operations.length >> SPARE_SHIFT);
    shareKeys = new IntList(likely);
    shareStalls = new IntList(likely);
    firstAmounts = new IntList(likely);
  }

  /// Appends the shares of the next slow operations.
  void append(ShareColumns part) {
    int count = part.operations;
    System.arraycopy(part.excess, 0, excess, size, count);
    System.arraycopy(part.unexplainedWait, 0, unexplainedWait, size, count);
    System.arraycopy(part.unexplainedService, 0, unexplainedService, size, count);
    int before = shareKeys.size();
    for (int i = 0; i < count; i++) {
      firstShares[size + i] = before + part.firstShares[i];
    }
    shareKeys.addAll(part.keys, part.shares);
    shareStalls.addAll(part.stalls, part.shares);
    int amountsBefore = amounts.size();
    for (int share = 0; share < part.shares; share++) {
      part.firstAmounts[share] += amountsBefore;
    }
    firstAmounts.addAll(part.firstAmounts, part.shares);
    amounts.addAll(part.amounts, part.amountCount);
    size += count;
  }
}
