package dev.takt.explain.blame;

/// The columns of a [Blame] while they grow. For one thread at a time.
final class BlameBuilder {

  final int[] operations;
  final long[] excess;
  final long[] unexplainedWait;
  final long[] unexplainedService;
  final int[] firstShares;
  final IntList shareCauses = new IntList();
  final IntList shareStalls = new IntList();
  final LongList amounts = new LongList();
  private int size;

  /// @param operations the numbers of all slow ones, in their order
  BlameBuilder(int[] operations) {
    this.operations = operations;
    excess = new long[operations.length];
    unexplainedWait = new long[operations.length];
    unexplainedService = new long[operations.length];
    firstShares = new int[operations.length];
  }

  /// Adds those of the slow operations that come next.
  void append(Shares part) {
    int count = part.operations;
    System.arraycopy(part.excess, 0, excess, size, count);
    System.arraycopy(part.unexplainedWait, 0, unexplainedWait, size, count);
    System.arraycopy(part.unexplainedService, 0, unexplainedService, size, count);
    int before = shareCauses.size();
    for (int i = 0; i < count; i++) {
      firstShares[size + i] = before + part.firstShares[i];
    }
    shareCauses.addAll(part.causes, part.shares);
    shareStalls.addAll(part.stalls, part.shares);
    amounts.addAll(part.amounts, Shares.AMOUNTS * part.shares);
    size += count;
  }
}
