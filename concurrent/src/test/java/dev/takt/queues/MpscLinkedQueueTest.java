package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.testing.Background;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Tests of this queue only: its size is counted, and its chain has a gap while a producer is in
/// the middle of its `offer`.
@Tag("race")
@Timeout(20)
class MpscLinkedQueueTest {

  /// A thread that counts while the queue changes must not run past its end.
  @Test
  void neverCountsMoreThanThereEverWere() throws InterruptedException {
    MpscLinkedQueue<Integer> queue = new MpscLinkedQueue<>();
    AtomicBoolean stopped = new AtomicBoolean();
    Thread mover =
        new Thread(() -> {
          while (!stopped.get()) {
            for (int i = 0; i < 3; i++) {
              queue.add(i);
            }
            for (int i = 0; i < 3; i++) {
              queue.remove();
            }
          }
        });
    mover.start();
    int most = 0;
    for (long end = System.nanoTime() + 500_000_000; System.nanoTime() < end; ) {
      most = Math.max(most, queue.size());
    }
    stopped.set(true);
    mover.join();
    assertThat(most).isBetween(1, 3);
    assertThat(queue.size()).isZero();
  }

  @Test
  void elementBehindThatOfAStoppedProducerIsCounted() throws Exception {
    assertAnswerPastStoppedProducer(MpscLinkedQueue::size, 3);
  }

  @Test
  void elementBehindThatOfAStoppedProducerIsContained() throws Exception {
    assertAnswerPastStoppedProducer(queue -> queue.contains(3), true);
  }

  @Test
  void elementBehindThatOfAStoppedProducerIsShown() throws Exception {
    assertAnswerPastStoppedProducer(List::copyOf, List.of(1, 2, 3));
    assertAnswerPastStoppedProducer(queue -> queue.stream().toList(), List.of(1, 2, 3));
  }

  @Test
  void queueOfAStoppedProducerIsNotEmpty() {
    MpscLinkedQueue<Integer> queue = new MpscLinkedQueue<>();
    Node<Integer> before = queue.producerNodeExchanged(new Node<>(2));
    assertThat(before.nextAcquire()).isNull();
    assertThat(queue.isEmpty()).isFalse();
    assertThat(queue.relaxedPeek()).isNull();
  }

  /// Checks the result of an operation on a queue of 1, 2 and 3, when `offer` of 3 has returned and
  /// that of 2 has stopped between its two steps, and continues only if there is no result for a
  /// while.
  private static void assertAnswerPastStoppedProducer(
      Function<MpscLinkedQueue<Integer>, Object> question, Object expected) throws Exception {
    MpscLinkedQueue<Integer> queue = new MpscLinkedQueue<>();
    queue.add(1);
    Node<Integer> stopped = new Node<>(2);
    Node<Integer> before = queue.producerNodeExchanged(stopped);
    queue.add(3);
    CompletableFuture<Object> answer = Background.supplyAsync(() -> question.apply(queue));
    try {
      assertThat(answer.get(50, TimeUnit.MILLISECONDS)).isEqualTo(expected);
    } catch (TimeoutException e) {
      before.nextRelease(stopped);
      assertThat(answer.get()).isEqualTo(expected);
    }
  }

  /// All producers check the queue after each of their own offers; no thread takes.
  @Test
  void ownElementIsCountedAndContainedWhileOthersAdd() throws Exception {
    MpscLinkedQueue<Integer> queue = new MpscLinkedQueue<>();
    List<CompletableFuture<Integer>> producers =
        List.of(
            Background.supplyAsync(() -> lost(queue, 1)),
            Background.supplyAsync(() -> lost(queue, 2)),
            Background.supplyAsync(() -> lost(queue, 3)));
    for (CompletableFuture<Integer> each : producers) {
      assertThat(each.get()).isZero();
    }
  }

  private static int lost(MpscLinkedQueue<Integer> queue, int producer) {
    int lost = 0;
    for (int i = 1; i <= 1_000; i++) {
      queue.add(1_000 * producer + i);
      lost += queue.size() < i ? 1 : 0;
      lost += queue.contains(1_000 * producer + i) ? 0 : 1;
    }
    return lost;
  }

  @Test
  void iteratorEndsWhileElementsAreAdded() {
    MpscLinkedQueue<Integer> queue = new MpscLinkedQueue<>();
    queue.add(0);
    Iterator<Integer> iterator = queue.iterator();
    int shown = 0;
    while (iterator.hasNext() && shown < 1_000) {
      queue.add(iterator.next() + 1);
      shown++;
    }
    assertThat(shown).isEqualTo(1);
  }
}
