package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MessageQueue;
import dev.takt.queues.MpmcArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// A consumer that looks at the head while another one takes it, and a producer uses its cell
/// again: it sees what was the head in its call.
@Outcome(id = "ok, ok", expect = ACCEPTABLE, desc = "The head.")
@Outcome(
    expect = FORBIDDEN,
    desc = "Taken before, not yet at the head, or nothing although there was.")
abstract class QueuePeeked extends MovingQueue {

  QueuePeeked(MessageQueue<Box> queue) {
    super(queue);
  }

  final String look() {
    String verdict = "ok";
    for (int i = 0; i < 5; i++) {
      int in = offers.ended();
      int out = polls.ended();
      Box head = queue.peek();
      int most = polls.begun() + 1;
      if (head == null) {
        verdict = in < most ? verdict : "nothing of " + most + " to " + in;
      } else if (head.value() <= out || head.value() > most) {
        verdict = head.value() + " after " + out + ", up to " + most;
      }
    }
    return verdict;
  }

  @JCStressTest
  @JCStressMeta(QueuePeeked.class)
  @State
  public static class MpmcArray extends QueuePeeked {
    public MpmcArray() {
      super(new MpmcArrayQueue<>(2));
    }

    @Actor
    public void mover(LL_Result result) {
      result.r1 = move();
    }

    @Actor
    public void observer(LL_Result result) {
      result.r2 = look();
    }
  }

  @JCStressTest
  @JCStressMeta(QueuePeeked.class)
  @State
  public static class MpmcArrayOfOne extends QueuePeeked {
    public MpmcArrayOfOne() {
      super(new MpmcArrayQueue<>(1));
    }

    @Actor
    public void mover(LL_Result result) {
      result.r1 = move();
    }

    @Actor
    public void observer(LL_Result result) {
      result.r2 = look();
    }
  }
}
