package dev.takt.bench.concurrent.contest;

import dev.takt.bench.concurrent.Contest;
import dev.takt.ordered.OrderedScheduler;
import dev.takt.queues.IdleStrategy;

/// Two threads that work; results that belong to the slots of an [OrderedScheduler].
final class OrderingByTakt implements Contest {

  private final int steps;
  private final Output output = new Output();
  private final OrderedScheduler<Slot> scheduler =
      new OrderedScheduler<>(
          Ordering.CAPACITY,
          slot -> output.accept(slot.number(), slot.result()),
          IdleStrategy.yielding());
  private final Slot[] slots = Slot.many(scheduler.capacity());
  private long begin;
  private long end;

  OrderingByTakt(int steps) {
    this.steps = steps;
  }

  @Override
  public int threads() {
    return 2;
  }

  @Override
  public void prepare(long operations) {
    if (scheduler.handedOn() != scheduler.taken()) {
      throw new IllegalStateException("left behind: " + scheduler);
    }
    begin = scheduler.taken() - output.count();
    end = scheduler.taken() + operations;
  }

  @Override
  public void run(int thread, long operations) {
    while (true) {
      long ticket = scheduler.ticket();
      if (ticket >= end) {
        scheduler.trash(ticket);
        return;
      }
      Slot slot = slots[scheduler.slotOf(ticket)];
      slot.put(ticket - begin, Work.of(ticket, steps));
      scheduler.complete(ticket, slot);
    }
  }
}
