package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.ordered.OrderedScheduler;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JI_Result;

/// Who sees that a result was handed on sees what its output did.
@JCStressTest
@Outcome(id = "0, [01]", expect = ACCEPTABLE, desc = "Not yet; the output may already have been.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Handed on and seen.")
@Outcome(expect = FORBIDDEN, desc = "Counted, but not seen.")
@State
public class OrderedCount {

  private int output;
  private final OrderedScheduler<Box> scheduler =
      new OrderedScheduler<>(2, box -> output = box.value());

  public OrderedCount() {
    long _ = scheduler.ticket();
  }

  @Actor
  public void completer() {
    scheduler.complete(0, new Box(1));
  }

  @Actor
  public void reader(JI_Result result) {
    result.r1 = scheduler.handedOn();
    result.r2 = output;
  }
}
