package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MpmcLongRing;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/// Two consumers of a ring with two elements get one each, with its number.
@JCStressTest
@Outcome(
    id = {"70, 81", "81, 70"},
    expect = ACCEPTABLE,
    desc = "One each.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled or misnumbered.")
@State
public class MpmcConsumers {

  private final MpmcLongRing ring = new MpmcLongRing(2);

  public MpmcConsumers() {
    boolean _ = ring.offer(7) && ring.offer(8);
  }

  @Actor
  public void first(JJ_Result result) {
    result.r1 = take();
  }

  @Actor
  public void second(JJ_Result result) {
    result.r2 = take();
  }

  private long take() {
    MpmcLongRing.Element element = new MpmcLongRing.Element();
    return ring.poll(element) ? element.value() * 10 + element.number() : -1;
  }
}
