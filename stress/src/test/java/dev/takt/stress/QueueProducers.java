package dev.takt.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.takt.queues.MessageQueue;
import dev.takt.queues.MpmcArrayQueue;
import dev.takt.queues.MpscArrayQueue;
import dev.takt.queues.MpscLinkedQueue;
import dev.takt.queues.MpscUnboundedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// Two producers, one of which is also the consumer: after its own offer ended its element is
/// counted and shown, and there is one to take, even if the other producer is in the middle of one
/// that comes before, or gives that up. Each one's elements stay in order. The rest is taken in the
/// end.
@Outcome(id = "(\\d*) (\\d*) -> \\1 \\2", expect = ACCEPTABLE, desc = "Each one's, in order.")
@Outcome(
    expect = FORBIDDEN,
    desc = "Lost, doubled, unpublished, out of order, or nothing was there.")
abstract class QueueProducers {

  private static final int LAST_OF_FIRST = 3;
  private static final int LAST = 6;

  // A digit that no element has.
  private static final int NOTHING_WAS_THERE = 9;

  private final MessageQueue<Box> queue;
  private final Digits acceptedOfFirst = new Digits();
  private final Digits acceptedOfSecond = new Digits();
  private final Digits takenOfFirst = new Digits();
  private final Digits takenOfSecond = new Digits();

  QueueProducers(MessageQueue<Box> queue) {
    this.queue = queue;
  }

  final void offerAll() {
    for (int i = 1; i <= LAST_OF_FIRST; i++) {
      var _ = offer(i, acceptedOfFirst);
    }
  }

  /// The same with a supplier that throws after the first element, and after the second.
  final void fillAndFail() {
    fill(supplierOf(1));
    fill(supplierOf(2));
    var _ = offer(LAST_OF_FIRST, acceptedOfFirst);
  }

  private void fill(Supplier<Box> supplier) {
    try {
      int _ = queue.fill(supplier, 2);
    } catch (Refused e) {
      // as it must be
    }
  }

  private Supplier<Box> supplierOf(int value) {
    Box box = new Box(value);
    boolean[] supplied = new boolean[1];
    return () -> {
      if (supplied[0]) {
        throw new Refused();
      }
      supplied[0] = true;
      acceptedOfFirst.append(value);
      return box;
    };
  }

  final void offerAndPoll() {
    for (int i = LAST_OF_FIRST + 1; i <= LAST; i++) {
      Box own = offer(i, acceptedOfSecond);
      boolean lost = own != null && i == LAST - 1 && (queue.size() == 0 || !queue.contains(own));
      boolean none = i == LAST && (queue.isEmpty() || queue.peek() == null);
      Box box = queue.poll();
      if (box == null || none || lost) {
        takenOfSecond.append(NOTHING_WAS_THERE);
      }
      if (box != null) {
        taken(box);
      }
    }
  }

  /// @return null if it was refused
  private @Nullable Box offer(int value, Digits accepted) {
    Box box = new Box(value);
    if (!queue.offer(box)) {
      return null;
    }
    accepted.append(value);
    return box;
  }

  private void taken(Box box) {
    (box.value() <= LAST_OF_FIRST ? takenOfFirst : takenOfSecond).append(box.value());
  }

  final void takeRest(L_Result result) {
    int _ = queue.drain(this::taken, LAST);
    result.r1 =
        acceptedOfFirst + " " + acceptedOfSecond + " -> " + takenOfFirst + " " + takenOfSecond;
  }

  private static final class Refused extends RuntimeException {

    Refused() {
      super("refused", null, false, false);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpscLinked extends QueueProducers {
    public MpscLinked() {
      super(new MpscLinkedQueue<>());
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpscUnbounded extends QueueProducers {
    public MpscUnbounded() {
      super(new MpscUnboundedQueue<>(2));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpscArray extends QueueProducers {
    public MpscArray() {
      super(new MpscArrayQueue<>(2));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpscArrayOfOne extends QueueProducers {
    public MpscArrayOfOne() {
      super(new MpscArrayQueue<>(1));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpmcArray extends QueueProducers {
    public MpmcArray() {
      super(new MpmcArrayQueue<>(2));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpmcArrayOfOne extends QueueProducers {
    public MpmcArrayOfOne() {
      super(new MpmcArrayQueue<>(1));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpscLinkedWithFailure extends QueueProducers {
    public MpscLinkedWithFailure() {
      super(new MpscLinkedQueue<>());
    }

    @Actor
    public void producer() {
      fillAndFail();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpscUnboundedWithFailure extends QueueProducers {
    public MpscUnboundedWithFailure() {
      super(new MpscUnboundedQueue<>(2));
    }

    @Actor
    public void producer() {
      fillAndFail();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpscArrayWithFailure extends QueueProducers {
    public MpscArrayWithFailure() {
      super(new MpscArrayQueue<>(4));
    }

    @Actor
    public void producer() {
      fillAndFail();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueProducers.class)
  @State
  public static class MpmcArrayWithFailure extends QueueProducers {
    public MpmcArrayWithFailure() {
      super(new MpmcArrayQueue<>(4));
    }

    @Actor
    public void producer() {
      fillAndFail();
    }

    @Actor
    public void producerAndConsumer() {
      offerAndPoll();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }
}
