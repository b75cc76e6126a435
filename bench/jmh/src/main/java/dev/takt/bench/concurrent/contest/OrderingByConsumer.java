package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;
import dev.takt.queues.IdleStrategy;
import dev.takt.queues.SpscArrayQueue;

/// One thread passes tasks on, another does them all in the order in which they come.
final class OrderingByConsumer implements Contest {

  private final int steps;
  private final Output output = new Output();
  private final SpscArrayQueue<Slot> queue = new SpscArrayQueue<>(Ordering.CAPACITY);

  /// More of them than fit into the queue.
  private final Slot[] slots = Slot.many(2 * Ordering.CAPACITY);

  private final IdleStrategy idle = IdleStrategy.yielding();
  private long next;

  OrderingByConsumer(int steps) {
    this.steps = steps;
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void run(int thread, long operations) {
    if (thread == 0) {
      for (long i = 0; i < operations; i++, next++) {
        Slot slot = slots[(int) (next & (slots.length - 1))];
        slot.put(next, 0);
        queue.put(slot, idle);
      }
    } else {
      for (long i = 0; i < operations; i++) {
        long number = queue.take(idle).number();
        output.accept(number, Work.of(number, steps));
      }
    }
  }
}
