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

/// What a thread sees that neither adds nor takes, while the queue moves on: sizes that were,
/// within the capacity, and elements in order, each once, none that was taken before and all that
/// stayed.
@Outcome(id = "ok, ok", expect = ACCEPTABLE, desc = "Seen as it was.")
@Outcome(expect = FORBIDDEN, desc = "Seen as it never was.")
abstract class QueueSeen extends MovingQueue {

  private String verdict = "ok";

  QueueSeen(MessageQueue<Box> queue) {
    super(queue);
  }

  final String look() {
    for (int i = 0; i < 2; i++) {
      lookAtSize();
      lookWhetherEmpty();
      lookAtElements();
    }
    return verdict;
  }

  private void lookAtSize() {
    int in = offers.ended();
    int out = polls.ended();
    int size = queue.size();
    int least = Math.max(in - polls.begun(), 0);
    int most = Math.min(offers.begun() - out, queue.capacity());
    if (size < least || size > most) {
      verdict = "size " + size + " not from " + least + " to " + most;
    }
  }

  private void lookWhetherEmpty() {
    int in = offers.ended();
    int out = polls.ended();
    boolean empty = queue.isEmpty();
    if (empty ? in > polls.begun() : offers.begun() <= out) {
      verdict = empty ? "empty" : "not empty";
    }
  }

  private void lookAtElements() {
    int in = offers.ended();
    int last = polls.ended();
    for (Box box : queue) {
      if (box.value() <= last) {
        verdict = box.value() + " after " + last;
      }
      requireTaken(last, box.value() - 1);
      last = box.value();
    }
    requireTaken(last, in);
  }

  /// What is left out must be taken meanwhile.
  private void requireTaken(int last, int next) {
    if (next > last && next > polls.begun()) {
      verdict = next + " left out after " + last;
    }
  }

  @JCStressTest
  @JCStressMeta(QueueSeen.class)
  @State
  public static class SpscArray extends QueueSeen {
    public SpscArray() {
      super(new SpscArrayQueue<>(2));
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class SpscUnbounded extends QueueSeen {
    public SpscUnbounded() {
      super(new SpscUnboundedQueue<>(2));
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class SpscChunked extends QueueSeen {
    public SpscChunked() {
      super(new SpscChunkedQueue<>(2, 3));
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class SpscGrowable extends QueueSeen {
    public SpscGrowable() {
      super(new SpscGrowableQueue<>(2, 4));
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class MpscLinked extends QueueSeen {
    public MpscLinked() {
      super(new MpscLinkedQueue<>());
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class MpscUnbounded extends QueueSeen {
    public MpscUnbounded() {
      super(new MpscUnboundedQueue<>(2));
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class MpscArray extends QueueSeen {
    public MpscArray() {
      super(new MpscArrayQueue<>(2));
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class MpmcArray extends QueueSeen {
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class SpscArrayOfOne extends QueueSeen {
    public SpscArrayOfOne() {
      super(new SpscArrayQueue<>(1));
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class MpscArrayOfOne extends QueueSeen {
    public MpscArrayOfOne() {
      super(new MpscArrayQueue<>(1));
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
  @JCStressMeta(QueueSeen.class)
  @State
  public static class MpmcArrayOfOne extends QueueSeen {
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
