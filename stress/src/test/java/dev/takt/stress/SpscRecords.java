package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.SpscRecordRing;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// A producer of four records against a consumer, through a ring for two. The rest is taken in the
/// end.
@JCStressTest
@Outcome(id = "(\\d*) -> \\1", expect = ACCEPTABLE, desc = "What was accepted, whole, in order.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled, torn or out of order.")
@State
public class SpscRecords {

  private static final int TORN = 9;

  private final SpscRecordRing ring = new SpscRecordRing(2, 2);
  private final Digits accepted = new Digits();
  private final Digits taken = new Digits();

  @Actor
  public void producer() {
    for (int i = 1; i <= 4; i++) {
      int slot = ring.claim();
      if (slot >= 0) {
        ring.slots()[slot] = i;
        ring.slots()[slot + 1] = -i;
        ring.publish();
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
    int slot = ring.peek();
    if (slot >= 0) {
      long first = ring.slots()[slot];
      taken.append(first == -ring.slots()[slot + 1] ? first : TORN);
      ring.release();
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
