package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.ordered.OrderedScheduler;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// Two threads complete four tickets crosswise, so that the token goes to and fro.
@JCStressTest
@Outcome(id = "1234", expect = ACCEPTABLE, desc = "All, once, in order.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled, out of order, unpublished or at the same time.")
@State
public class OrderedHandOver {

  private final Digits out = new Digits();
  private final OrderedScheduler<Box> scheduler =
      new OrderedScheduler<>(4, box -> out.append(box.value()));

  public OrderedHandOver() {
    for (int i = 0; i < 4; i++) {
      long _ = scheduler.ticket();
    }
  }

  @Actor
  public void first() {
    scheduler.complete(0, new Box(1));
    scheduler.complete(3, new Box(4));
  }

  @Actor
  public void second() {
    scheduler.complete(1, new Box(2));
    scheduler.complete(2, new Box(3));
  }

  @Arbiter
  public void all(L_Result result) {
    result.r1 = out.toString();
  }
}
