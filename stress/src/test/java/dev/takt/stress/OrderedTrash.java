package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.ordered.OrderedScheduler;
import dev.takt.ordered.Ticket;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JL_Result;

/// A ticket that is given up, at the head and in the middle, holds nothing up.
@JCStressTest
@Outcome(id = "4, 24", expect = ACCEPTABLE, desc = "What was not trashed, in order.")
@Outcome(expect = FORBIDDEN, desc = "Stuck, lost, doubled or out of order.")
@State
public class OrderedTrash {

  private final Digits out = new Digits();
  private final OrderedScheduler<Box> scheduler =
      new OrderedScheduler<>(4, box -> out.append(box.value()));
  private final Ticket<Box> forgotten = scheduler.open();

  public OrderedTrash() {
    for (int i = 1; i < 4; i++) {
      long _ = scheduler.ticket();
    }
  }

  @Actor
  public void first() {
    forgotten.close();
    scheduler.complete(3, new Box(4));
  }

  @Actor
  public void second() {
    scheduler.complete(1, new Box(2));
    scheduler.trash(2);
  }

  @Arbiter
  public void all(JL_Result result) {
    result.r1 = scheduler.handedOn();
    result.r2 = out.toString();
  }
}
