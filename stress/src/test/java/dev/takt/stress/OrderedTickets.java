package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.ordered.OrderedScheduler;
import dev.takt.queues.IdleStrategy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// Two threads take tickets of an order with a single slot, so that each waits for the other, and
/// use the slot's number again and again.
@JCStressTest
@Outcome(id = "123456", expect = ACCEPTABLE, desc = "All, once, in order.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled, out of order, unpublished or at the same time.")
@State
public class OrderedTickets {

  private final Digits out = new Digits();
  private final OrderedScheduler<Box> scheduler =
      new OrderedScheduler<>(1, box -> out.append(box.value()), IdleStrategy.yielding());

  @Actor
  public void first() {
    takeAndComplete();
  }

  @Actor
  public void second() {
    takeAndComplete();
  }

  private void takeAndComplete() {
    for (int i = 0; i < 3; i++) {
      long ticket = scheduler.ticket();
      scheduler.complete(ticket, new Box((int) ticket + 1));
    }
  }

  @Arbiter
  public void all(L_Result result) {
    result.r1 = out.toString();
  }
}
