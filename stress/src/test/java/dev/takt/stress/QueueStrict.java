package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MessageQueue;
import dev.takt.queues.MpmcArrayQueue;
import dev.takt.queues.MpscArrayQueue;
import dev.takt.queues.MpscLinkedQueue;
import dev.takt.queues.MpscUnboundedQueue;
import dev.takt.queues.SpscArrayQueue;
import dev.takt.queues.SpscChunkedQueue;
import dev.takt.queues.SpscGrowableQueue;
import dev.takt.queues.SpscUnboundedQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/// Nothing but a full queue refuses an element, nothing but an empty one has none, and no queue has
/// more than fit: a producer and a consumer that know of each other what must have happened before
/// a call and what may have happened in it.
@Outcome(id = "ok, ok", expect = ACCEPTABLE, desc = "As promised.")
@Outcome(expect = FORBIDDEN, desc = "Refused with room, empty with elements, over the capacity.")
abstract class QueueStrict {

  private static final int TIMES = 5;

  private final MessageQueue<Box> queue;
  private final int capacity;
  private final Steps offers = new Steps();
  private final Steps polls = new Steps();

  QueueStrict(MessageQueue<Box> queue) {
    this.queue = queue;
    this.capacity = queue.capacity();
  }

  final void offerAll(LL_Result result) {
    String verdict = "ok";
    int accepted = 0;
    for (int i = 0; i < TIMES; i++) {
      int most = accepted - polls.ended();
      offers.begin(accepted + 1);
      if (queue.offer(new Box(accepted + 1))) {
        accepted++;
        offers.end(accepted);
        int least = accepted - polls.begun();
        verdict = least <= capacity ? verdict : "accepted " + least + " of " + capacity;
        verdict = isSizeInBounds() ? verdict : "size beyond " + capacity;
      } else if (most < capacity) {
        verdict = "refused at " + most + " of " + capacity;
      }
    }
    result.r1 = verdict;
  }

  final void pollSome(LL_Result result) {
    String verdict = "ok";
    int taken = 0;
    for (int i = 0; i < TIMES; i++) {
      int least = offers.ended() - taken;
      polls.begin(taken + 1);
      Box box = queue.poll();
      if (box == null) {
        verdict = least <= 0 ? verdict : "nothing of " + least;
      } else {
        taken++;
        polls.end(taken);
        verdict = box.value() == taken ? verdict : box.value() + " as number " + taken;
        verdict = isSizeInBounds() ? verdict : "size beyond " + capacity;
      }
    }
    result.r2 = verdict;
  }

  private boolean isSizeInBounds() {
    int size = queue.size();
    return size >= 0 && size <= capacity;
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class SpscArray extends QueueStrict {
    public SpscArray() {
      super(new SpscArrayQueue<>(2));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class SpscArrayOfOne extends QueueStrict {
    public SpscArrayOfOne() {
      super(new SpscArrayQueue<>(1));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class SpscUnbounded extends QueueStrict {
    public SpscUnbounded() {
      super(new SpscUnboundedQueue<>(2));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class SpscChunked extends QueueStrict {
    public SpscChunked() {
      super(new SpscChunkedQueue<>(2, 3));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class SpscGrowable extends QueueStrict {
    public SpscGrowable() {
      super(new SpscGrowableQueue<>(2, 4));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class MpscLinked extends QueueStrict {
    public MpscLinked() {
      super(new MpscLinkedQueue<>());
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class MpscUnbounded extends QueueStrict {
    public MpscUnbounded() {
      super(new MpscUnboundedQueue<>(2));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class MpscArray extends QueueStrict {
    public MpscArray() {
      super(new MpscArrayQueue<>(2));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class MpscArrayOfOne extends QueueStrict {
    public MpscArrayOfOne() {
      super(new MpscArrayQueue<>(1));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class MpmcArray extends QueueStrict {
    public MpmcArray() {
      super(new MpmcArrayQueue<>(2));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueStrict.class)
  @State
  public static class MpmcArrayOfOne extends QueueStrict {
    public MpmcArrayOfOne() {
      super(new MpmcArrayQueue<>(1));
    }

    @Actor
    public void producer(LL_Result result) {
      offerAll(result);
    }

    @Actor
    public void consumer(LL_Result result) {
      pollSome(result);
    }
  }
}
