package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MessageQueue;
import dev.takt.queues.MpmcArrayQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// Two threads that poll and offer, twice each, a queue that is full. With two elements there is
/// one for each of them, and then room for each, even if the other is in the middle of its call.
/// What was accepted is taken once, now or in the end.
@Outcome(id = "(\\d+) -> \\1", expect = ACCEPTABLE, desc = "What was accepted, once.")
@Outcome(expect = FORBIDDEN, desc = "Lost, doubled, unpublished, or failed without need.")
abstract class QueueConsumers {

  private static final int TIMES = 2;

  private final MessageQueue<Box> queue;
  private final boolean oneForEach;
  private final Passed byFirst = new Passed();
  private final Passed bySecond = new Passed();

  QueueConsumers(MessageQueue<Box> queue) {
    this.queue = queue;
    this.oneForEach = queue.capacity() > 1;
    for (int value = 1; queue.offer(new Box(value)); value *= 10) {
      byFirst.accepted += value;
    }
  }

  final void first() {
    pollAndOffer(100, byFirst);
  }

  final void second() {
    pollAndOffer(10_000, bySecond);
  }

  /// Values are powers of ten, so that a sum tells how often each was there.
  private void pollAndOffer(int value, Passed passed) {
    for (int i = 0; i < TIMES; i++) {
      Box box = queue.poll();
      int next = i == 0 ? value : value * 10;
      boolean offered = queue.offer(new Box(next));
      passed.taken += box == null ? 0 : box.value();
      passed.accepted += offered ? next : 0;
      passed.failed |= box == null || !offered;
    }
  }

  final void takeRest(L_Result result) {
    long rest = 0;
    for (Box box = queue.poll(); box != null; box = queue.poll()) {
      rest += box.value();
    }
    boolean failed = oneForEach && (byFirst.failed || bySecond.failed);
    result.r1 =
        (byFirst.accepted + bySecond.accepted)
            + " -> "
            + (byFirst.taken + bySecond.taken + rest)
            + (failed ? " failed" : "");
  }

  private static final class Passed {
    private long accepted;
    private long taken;
    private boolean failed;
  }

  @JCStressTest
  @JCStressMeta(QueueConsumers.class)
  @State
  public static class MpmcArray extends QueueConsumers {
    public MpmcArray() {
      super(new MpmcArrayQueue<>(2));
    }

    @Actor
    public void one() {
      first();
    }

    @Actor
    public void other() {
      second();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueConsumers.class)
  @State
  public static class MpmcArrayOfOne extends QueueConsumers {
    public MpmcArrayOfOne() {
      super(new MpmcArrayQueue<>(1));
    }

    @Actor
    public void one() {
      first();
    }

    @Actor
    public void other() {
      second();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }
}
