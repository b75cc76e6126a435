package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;

/// One thread adds batches as fast as it can, another takes them as fast as it can. A thread that finds the
/// queue full or empty yields. An operation is one message that was delivered.
public final class BatchStream implements Contest {

  private static final int CAPACITY = 4096;
  private static final Object STOP = "stop";

  private final Batches batches;
  private final int size;
  private final Object message = "ball";

  /// @param size how many messages are in a batch
  public BatchStream(String contender, String size) {
    batches = Batches.create(contender, CAPACITY);
    this.size = Integer.parseInt(size);
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void prepare(long operations) {
    batches.forget();
  }

  @Override
  public void run(int thread, long operations) {
    if (thread == 0) {
      produce(message, operations);
      produce(STOP, 1);
    } else {
      long delivered = consume() - 1;
      if (delivered != operations) {
        throw new IllegalStateException(delivered + " of " + operations + " were delivered");
      }
    }
  }

  private void produce(Object element, long messages) {
    for (long left = messages; left > 0; ) {
      int added = batches.fill(element, (int) Math.min(size, left));
      if (added == 0) {
        Thread.yield();
      }
      left -= added;
    }
  }

  private long consume() {
    long delivered = 0;
    do {
      int taken = batches.drain(size);
      if (taken == 0) {
        Thread.yield();
      }
      delivered += taken;
    } while (batches.last() != STOP);
    return delivered;
  }
}
