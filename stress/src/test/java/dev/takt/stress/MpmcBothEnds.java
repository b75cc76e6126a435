package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MpmcLongRing;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JL_Result;

/// Two threads that offer and poll, of a ring with room for one more. An element that was offered
/// is taken once, now or in the end.
@JCStressTest
@Outcome(
    id = {"11, 11", "101, 101", "111, 111"},
    expect = ACCEPTABLE,
    desc = "What was accepted was taken, once.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled, or over the capacity.")
@State
public class MpmcBothEnds {

  private final MpmcLongRing ring = new MpmcLongRing(2);
  private long acceptedByFirst;
  private long acceptedBySecond;
  private long takenByFirst;
  private long takenBySecond;

  public MpmcBothEnds() {
    boolean _ = ring.offer(1);
  }

  @Actor
  public void first() {
    acceptedByFirst = offer(10);
    takenByFirst = take();
  }

  @Actor
  public void second() {
    acceptedBySecond = offer(100);
    takenBySecond = take();
  }

  private long offer(long value) {
    return ring.offer(value) ? value : 0;
  }

  private long take() {
    MpmcLongRing.Element element = new MpmcLongRing.Element();
    return ring.poll(element) ? element.value() : 0;
  }

  /// Values are powers of ten, so that a sum tells how often each was there.
  @Arbiter
  public void all(JL_Result result) {
    result.r1 = 1 + acceptedByFirst + acceptedBySecond;
    result.r2 = Long.toString(takenByFirst + takenBySecond + take() + take() + take());
  }
}
