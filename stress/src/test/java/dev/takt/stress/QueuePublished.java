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
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// A queue that is handed to another thread through a plain field, a data race: whoever sees it
/// sees all of it.
@Outcome(
    id = {"none", "12, 2 of 2"},
    expect = ACCEPTABLE,
    desc = "Not yet there, or whole.")
@Outcome(expect = FORBIDDEN, desc = "Half of a queue.")
abstract class QueuePublished {

  private @Nullable MessageQueue<Box> queue;

  abstract MessageQueue<Box> made();

  final void publish() {
    queue = made();
  }

  final String use() {
    MessageQueue<Box> seen = queue;
    if (seen == null) {
      return "none";
    }
    Digits taken = new Digits();
    boolean offered = seen.offer(new Box(1)) && seen.offer(new Box(2));
    int size = seen.size();
    int drained = offered ? seen.drain(box -> taken.append(box.value()), 3) : -1;
    return taken + ", " + drained + " of " + size;
  }

  @JCStressTest
  @JCStressMeta(QueuePublished.class)
  @State
  public static class SpscArray extends QueuePublished {
    @Override
    MessageQueue<Box> made() {
      return new SpscArrayQueue<>(2);
    }

    @Actor
    public void maker() {
      publish();
    }

    @Actor
    public void user(L_Result result) {
      result.r1 = use();
    }
  }

  @JCStressTest
  @JCStressMeta(QueuePublished.class)
  @State
  public static class SpscUnbounded extends QueuePublished {
    @Override
    MessageQueue<Box> made() {
      return new SpscUnboundedQueue<>(2);
    }

    @Actor
    public void maker() {
      publish();
    }

    @Actor
    public void user(L_Result result) {
      result.r1 = use();
    }
  }

  @JCStressTest
  @JCStressMeta(QueuePublished.class)
  @State
  public static class SpscChunked extends QueuePublished {
    @Override
    MessageQueue<Box> made() {
      return new SpscChunkedQueue<>(2, 3);
    }

    @Actor
    public void maker() {
      publish();
    }

    @Actor
    public void user(L_Result result) {
      result.r1 = use();
    }
  }

  @JCStressTest
  @JCStressMeta(QueuePublished.class)
  @State
  public static class SpscGrowable extends QueuePublished {
    @Override
    MessageQueue<Box> made() {
      return new SpscGrowableQueue<>(2, 4);
    }

    @Actor
    public void maker() {
      publish();
    }

    @Actor
    public void user(L_Result result) {
      result.r1 = use();
    }
  }

  @JCStressTest
  @JCStressMeta(QueuePublished.class)
  @State
  public static class MpscLinked extends QueuePublished {
    @Override
    MessageQueue<Box> made() {
      return new MpscLinkedQueue<>();
    }

    @Actor
    public void maker() {
      publish();
    }

    @Actor
    public void user(L_Result result) {
      result.r1 = use();
    }
  }

  @JCStressTest
  @JCStressMeta(QueuePublished.class)
  @State
  public static class MpscUnbounded extends QueuePublished {
    @Override
    MessageQueue<Box> made() {
      return new MpscUnboundedQueue<>(2);
    }

    @Actor
    public void maker() {
      publish();
    }

    @Actor
    public void user(L_Result result) {
      result.r1 = use();
    }
  }

  @JCStressTest
  @JCStressMeta(QueuePublished.class)
  @State
  public static class MpscArray extends QueuePublished {
    @Override
    MessageQueue<Box> made() {
      return new MpscArrayQueue<>(2);
    }

    @Actor
    public void maker() {
      publish();
    }

    @Actor
    public void user(L_Result result) {
      result.r1 = use();
    }
  }

  @JCStressTest
  @JCStressMeta(QueuePublished.class)
  @State
  public static class MpmcArray extends QueuePublished {
    @Override
    MessageQueue<Box> made() {
      return new MpmcArrayQueue<>(2);
    }

    @Actor
    public void maker() {
      publish();
    }

    @Actor
    public void user(L_Result result) {
      result.r1 = use();
    }
  }
}
