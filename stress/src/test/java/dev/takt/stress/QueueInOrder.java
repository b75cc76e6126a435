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
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// A producer of five elements against a consumer, through queues as small as can be: every element
/// or two there is a jump to another array, a wrap, or no room. The rest is taken in the end.
///
/// What the consumer finds by one method holds for the next: a queue that is not empty has an
/// element, and what is at the head is counted, shown and polled. Elements are not final, so that
/// one whose fields are not seen shows.
@Outcome(id = "(\\d*) -> \\1", expect = ACCEPTABLE, desc = "What was accepted, in order.")
@Outcome(
    expect = FORBIDDEN,
    desc = "Lost, doubled, unpublished, out of order, or not what was said.")
abstract class QueueInOrder {

  private static final int ELEMENTS = 5;

  // Digits that no element has.
  private static final int NOTHING_WAS_THERE = 8;
  private static final int ANOTHER_WAS_THERE = 9;

  private final MessageQueue<Box> queue;
  private final Digits accepted = new Digits();
  private final Digits taken = new Digits();
  private int supplied;

  QueueInOrder(MessageQueue<Box> queue) {
    this.queue = queue;
  }

  final void offerAll() {
    for (int i = 1; i <= ELEMENTS; i++) {
      if (queue.offer(new Box(i))) {
        accepted.append(i);
      }
    }
  }

  /// In two batches, in case the first finds no room.
  final void fillAll() {
    int _ = queue.fill(this::supply, ELEMENTS);
    int _ = queue.fill(this::supply, ELEMENTS - supplied);
  }

  private Box supply() {
    accepted.append(++supplied);
    return new Box(supplied);
  }

  final void pollSome() {
    for (int i = 0; i < ELEMENTS; i++) {
      if (i % 2 == 0) {
        pollUnlessEmpty();
      } else {
        pollAfterPeek(i == 1);
      }
    }
  }

  private void pollUnlessEmpty() {
    boolean empty = queue.isEmpty();
    Box box = queue.poll();
    if (box != null) {
      taken.append(box.value());
    } else if (!empty) {
      taken.append(NOTHING_WAS_THERE);
    }
  }

  private void pollAfterPeek(boolean counts) {
    Box head = queue.peek();
    if (head != null && (counts ? queue.size() == 0 : !queue.iterator().hasNext())) {
      taken.append(NOTHING_WAS_THERE);
    }
    Box box = queue.poll();
    if (head != null && head != box) {
      taken.append(ANOTHER_WAS_THERE);
    }
    if (box != null) {
      taken.append(box.value());
    }
  }

  final void drainSome() {
    for (int i = 0; i < 3; i++) {
      int _ = queue.drain(box -> taken.append(box.value()), 2);
    }
  }

  final void takeRest(L_Result result) {
    int _ = queue.drain(box -> taken.append(box.value()), ELEMENTS);
    result.r1 = accepted + " -> " + taken;
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class SpscArray extends QueueInOrder {
    public SpscArray() {
      super(new SpscArrayQueue<>(2));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void consumer() {
      pollSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class SpscUnbounded extends QueueInOrder {
    public SpscUnbounded() {
      super(new SpscUnboundedQueue<>(2));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void consumer() {
      pollSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class SpscChunked extends QueueInOrder {
    public SpscChunked() {
      super(new SpscChunkedQueue<>(2, 3));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void consumer() {
      pollSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class SpscGrowable extends QueueInOrder {
    public SpscGrowable() {
      super(new SpscGrowableQueue<>(2, 4));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void consumer() {
      pollSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class MpscLinked extends QueueInOrder {
    public MpscLinked() {
      super(new MpscLinkedQueue<>());
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void consumer() {
      pollSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class MpscUnbounded extends QueueInOrder {
    public MpscUnbounded() {
      super(new MpscUnboundedQueue<>(2));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void consumer() {
      pollSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class MpscArray extends QueueInOrder {
    public MpscArray() {
      super(new MpscArrayQueue<>(2));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void consumer() {
      pollSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class MpmcArray extends QueueInOrder {
    public MpmcArray() {
      super(new MpmcArrayQueue<>(2));
    }

    @Actor
    public void producer() {
      offerAll();
    }

    @Actor
    public void consumer() {
      pollSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class SpscArrayInBatches extends QueueInOrder {
    public SpscArrayInBatches() {
      super(new SpscArrayQueue<>(2));
    }

    @Actor
    public void producer() {
      fillAll();
    }

    @Actor
    public void consumer() {
      drainSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class SpscUnboundedInBatches extends QueueInOrder {
    public SpscUnboundedInBatches() {
      super(new SpscUnboundedQueue<>(2));
    }

    @Actor
    public void producer() {
      fillAll();
    }

    @Actor
    public void consumer() {
      drainSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class SpscChunkedInBatches extends QueueInOrder {
    public SpscChunkedInBatches() {
      super(new SpscChunkedQueue<>(2, 3));
    }

    @Actor
    public void producer() {
      fillAll();
    }

    @Actor
    public void consumer() {
      drainSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class SpscGrowableInBatches extends QueueInOrder {
    public SpscGrowableInBatches() {
      super(new SpscGrowableQueue<>(2, 4));
    }

    @Actor
    public void producer() {
      fillAll();
    }

    @Actor
    public void consumer() {
      drainSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class MpscLinkedInBatches extends QueueInOrder {
    public MpscLinkedInBatches() {
      super(new MpscLinkedQueue<>());
    }

    @Actor
    public void producer() {
      fillAll();
    }

    @Actor
    public void consumer() {
      drainSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class MpscUnboundedInBatches extends QueueInOrder {
    public MpscUnboundedInBatches() {
      super(new MpscUnboundedQueue<>(2));
    }

    @Actor
    public void producer() {
      fillAll();
    }

    @Actor
    public void consumer() {
      drainSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class MpscArrayInBatches extends QueueInOrder {
    public MpscArrayInBatches() {
      super(new MpscArrayQueue<>(2));
    }

    @Actor
    public void producer() {
      fillAll();
    }

    @Actor
    public void consumer() {
      drainSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }

  @JCStressTest
  @JCStressMeta(QueueInOrder.class)
  @State
  public static class MpmcArrayInBatches extends QueueInOrder {
    public MpmcArrayInBatches() {
      super(new MpmcArrayQueue<>(2));
    }

    @Actor
    public void producer() {
      fillAll();
    }

    @Actor
    public void consumer() {
      drainSome();
    }

    @Arbiter
    public void all(L_Result result) {
      takeRest(result);
    }
  }
}
