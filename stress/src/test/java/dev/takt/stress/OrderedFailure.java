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

/// The output throws at the first result: whoever handed it on is told, and the order goes on.
@JCStressTest
@Outcome(id = "true, false, 123", expect = ACCEPTABLE, desc = "Its own thread handed it on.")
@Outcome(expect = FORBIDDEN, desc = "Stuck, lost, or nobody or the wrong thread was told.")
@State
public class OrderedFailure {

  private final Digits out = new Digits();
  private final OrderedScheduler<Box> scheduler = new OrderedScheduler<>(4, this::appendOrFail);

  public OrderedFailure() {
    for (int i = 0; i < 3; i++) {
      long _ = scheduler.ticket();
    }
  }

  private void appendOrFail(Box box) {
    out.append(box.value());
    if (box.value() == 1) {
      throw new Refused();
    }
  }

  @Actor
  public void first(ZZL_Result result) {
    result.r1 = isTold(0, 1);
  }

  @Actor
  public void second(ZZL_Result result) {
    boolean told = isTold(1, 2);
    result.r2 = isTold(2, 3) || told;
  }

  private boolean isTold(long ticket, int value) {
    try {
      scheduler.complete(ticket, new Box(value));
      return false;
    } catch (Refused e) {
      return true;
    }
  }

  @Arbiter
  public void all(ZZL_Result result) {
    result.r3 = out.toString();
  }

  private static final class Refused extends RuntimeException {
    Refused() {
      super("refused", null, false, false);
    }
  }
}
