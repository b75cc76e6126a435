package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.ordered.OrderedScheduler;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/// Two threads complete one ticket: one is refused, and one result is handed on.
@JCStressTest
@Outcome(id = "true, false, 1", expect = ACCEPTABLE, desc = "The first came first.")
@Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "The second came first.")
@Outcome(expect = FORBIDDEN, desc = "Handed on twice, or not at all.")
@State
public class OrderedTwice {

  private final Digits out = new Digits();
  private final OrderedScheduler<Box> scheduler = new OrderedScheduler<>(2, box -> out.append(1));

  public OrderedTwice() {
    long _ = scheduler.ticket();
  }

  @Actor
  public void first(ZZL_Result result) {
    result.r1 = completes();
  }

  @Actor
  public void second(ZZL_Result result) {
    result.r2 = completes();
  }

  private boolean completes() {
    try {
      scheduler.complete(0, new Box(1));
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  @Arbiter
  public void all(ZZL_Result result) {
    result.r3 = out.toString();
  }
}
