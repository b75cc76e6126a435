package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MessageQueue;
import dev.takt.queues.MpmcArrayQueue;
import dev.takt.queues.MpscArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/// The only producer of a queue for one element, which is full: once it has seen the queue empty,
/// its offer is accepted, even if the poll has not ended.
@Outcome(
    id = {"false, false", "false, true"},
    expect = ACCEPTABLE,
    desc = "Not yet empty.")
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Empty, so there is room.")
@Outcome(expect = FORBIDDEN, desc = "Empty and full.")
abstract class QueueRoom {

  private final MessageQueue<Box> queue;

  QueueRoom(MessageQueue<Box> queue) {
    this.queue = queue;
    boolean _ = queue.offer(new Box(1));
  }

  final void offerAfterLook(ZZ_Result result) {
    result.r1 = queue.isEmpty();
    result.r2 = queue.offer(new Box(2));
  }

  final void poll() {
    Box _ = queue.poll();
  }

  @JCStressTest
  @JCStressMeta(QueueRoom.class)
  @State
  public static class MpscArrayOfOne extends QueueRoom {
    public MpscArrayOfOne() {
      super(new MpscArrayQueue<>(1));
    }

    @Actor
    public void producer(ZZ_Result result) {
      offerAfterLook(result);
    }

    @Actor
    public void consumer() {
      poll();
    }
  }

  @JCStressTest
  @JCStressMeta(QueueRoom.class)
  @State
  public static class MpmcArrayOfOne extends QueueRoom {
    public MpmcArrayOfOne() {
      super(new MpmcArrayQueue<>(1));
    }

    @Actor
    public void producer(ZZ_Result result) {
      offerAfterLook(result);
    }

    @Actor
    public void consumer() {
      poll();
    }
  }
}
