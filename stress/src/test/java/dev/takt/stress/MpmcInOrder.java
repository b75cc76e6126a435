package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MpmcLongRing;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// A producer of four values against a consumer, through a ring for two. The rest is taken in the
/// end.
@JCStressTest
@Outcome(id = "(\\d*) -> \\1", expect = ACCEPTABLE, desc = "What was accepted, in order.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled, unpublished or out of order.")
@State
public class MpmcInOrder {

  private final MpmcLongRing ring = new MpmcLongRing(2);
  private final MpmcLongRing.Element element = new MpmcLongRing.Element();
  private final Digits accepted = new Digits();
  private final Digits taken = new Digits();

  @Actor
  public void producer() {
    for (int i = 1; i <= 4; i++) {
      if (ring.offer(i)) {
        accepted.append(i);
      }
    }
  }

  @Actor
  public void consumer() {
    for (int i = 0; i < 4; i++) {
      take();
    }
  }

  private void take() {
    if (ring.poll(element)) {
      taken.append(element.value());
    }
  }

  @Arbiter
  public void all(L_Result result) {
    for (int i = 0; i < 4; i++) {
      take();
    }
    result.r1 = accepted + " -> " + taken;
  }
}
