package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;

/// One thread that adds a batch of elements in one call and takes them in another. An operation is
/// one element's way in and out.
public final class BatchPair implements Contest {

  private static final int CAPACITY = 4096;

  private final Batches batches;
  private final int size;
  private final Object element = "ball";

  /// @param size how many elements are in a batch
  public BatchPair(String contender, String size) {
    batches = Batches.create(contender, CAPACITY);
    this.size = Integer.parseInt(size);
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public void run(int thread, long operations) {
    for (long left = operations; left > 0; ) {
      int count = (int) Math.min(size, left);
      int added = batches.fill(element, count);
      if (batches.drain(added) != added) {
        throw new IllegalStateException("what was added is not there");
      }
      left -= added;
    }
  }
}
