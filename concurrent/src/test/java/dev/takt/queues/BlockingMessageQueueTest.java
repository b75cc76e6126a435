package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("race")
@Timeout(60)
class BlockingMessageQueueTest {

  private final BlockingQueue<Integer> queue = new BlockingMessageQueue<>(new MpmcArrayQueue<>(2));

  @Test
  void passesElementsInOrderWithoutWaiting() throws Exception {
    queue.put(1);
    assertThat(queue.offer(2)).isTrue();
    assertThat(queue.offer(3)).isFalse();
    assertThat(queue.remainingCapacity()).isZero();
    assertThat(queue).containsExactly(1, 2).hasSize(2).isNotEmpty();
    assertThat(queue.peek()).isEqualTo(1);
    assertThat(queue.take()).isEqualTo(1);
    assertThat(queue.poll(1, TimeUnit.SECONDS)).isEqualTo(2);
    assertThat(queue.poll()).isNull();
    assertThat(queue.remainingCapacity()).isEqualTo(2);
  }

  @Test
  void anUnboundedOneAlwaysHasRoom() {
    BlockingQueue<Integer> unbounded = new BlockingMessageQueue<>(new MpscLinkedQueue<>());
    unbounded.add(1);
    assertThat(unbounded.remainingCapacity()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void drainsIntoACollectionAndThenHasRoom() {
    queue.add(1);
    queue.add(2);
    List<Integer> into = new ArrayList<>();
    assertThat(queue.drainTo(into, 1)).isEqualTo(1);
    assertThat(queue.drainTo(into)).isEqualTo(1);
    assertThat(queue.drainTo(into)).isZero();
    assertThat(into).containsExactly(1, 2);
    assertThatThrownBy(() -> queue.drainTo(queue)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusesNullAndRemovalFromTheMiddle() {
    assertThatThrownBy(() -> queue.put(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> queue.offer(null, 1, TimeUnit.SECONDS))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> queue.remove(1)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void pollAndOfferReturnAfterTimeout() throws Exception {
    long start = System.nanoTime();
    assertThat(queue.poll(20, TimeUnit.MILLISECONDS)).isNull();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(19));
    assertThat(queue.poll(-1, TimeUnit.SECONDS)).isNull();
    queue.add(1);
    queue.add(2);
    assertThat(queue.offer(3, 20, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(queue).containsExactly(1, 2);
  }

  /// The minimum timeout: subtracting from it overflows. Coarse units saturate to it.
  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  void timeoutThatIsOverEndsTheWaitAtOnce(TimeUnit unit) throws Exception {
    for (long over : new long[] {Long.MIN_VALUE, -Long.MAX_VALUE, -1, 0}) {
      assertThat(queue.poll(over, unit)).isNull();
    }
    queue.add(1);
    queue.add(2);
    for (long over : new long[] {Long.MIN_VALUE, -Long.MAX_VALUE, -1, 0}) {
      assertThat(queue.offer(3, over, unit)).isFalse();
    }
    assertThat(queue).containsExactly(1, 2);
    assertThat(queue.poll(Long.MIN_VALUE, unit)).isEqualTo(1);
    assertThat(queue.offer(3, Long.MIN_VALUE, unit)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(TimeUnit.class)
  void longestTimeoutWaitsUntilWoken(TimeUnit unit) throws Exception {
    var taken = new FutureTask<>(() -> queue.poll(Long.MAX_VALUE, unit));
    Thread taker = new Thread(taken);
    taker.start();
    await()
        .pollInterval(Duration.ofMillis(1))
        .until(() -> taker.getState() == Thread.State.WAITING || taken.isDone());
    assertThat(taken.isDone()).isFalse();
    queue.put(1);
    assertThat(taken.get()).isEqualTo(1);
  }

  @Test
  void aSleeperIsWokenByWhatItWaitsFor() throws Exception {
    var taken = new FutureTask<>(queue::take);
    virtual(taken);
    Thread.sleep(20);
    queue.add(7);
    assertThat(taken.get()).isEqualTo(7);

    queue.add(1);
    queue.add(2);
    var put =
        new FutureTask<>(() -> {
          queue.put(3);
          return 3;
        });
    virtual(put);
    Thread.sleep(20);
    assertThat(put.isDone()).isFalse();
    assertThat(queue.take()).isEqualTo(1);
    assertThat(put.get()).isEqualTo(3);
    assertThat(queue).containsExactly(2, 3);
  }

  @Test
  void anInterruptEndsTheWaitAndTakesNothing() throws Exception {
    assertInterrupted(queue::take);
    queue.add(1);
    queue.add(2);
    assertInterrupted(() -> {
      queue.put(3);
      return 3;
    });
    assertThat(queue).containsExactly(1, 2);
    Thread.currentThread().interrupt();
    assertThatThrownBy(queue::take).isInstanceOf(InterruptedException.class);
    assertThat(queue).containsExactly(1, 2);
  }

  private interface Blocking {
    Integer run() throws InterruptedException;
  }

  private static void assertInterrupted(Blocking wait) throws InterruptedException {
    var interrupted = new CountDownLatch(1);
    Thread waiting =
        new Thread(() -> {
          try {
            wait.run();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        });
    waiting.start();
    await()
        .pollInterval(Duration.ofMillis(1))
        .until(() ->
            EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
                .contains(waiting.getState()));
    waiting.interrupt();
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    waiting.join();
  }

  /// A thread that is woken and stops waiting at the same moment must wake another one: otherwise
  /// an element stays in the queue while a thread sleeps.
  @Test
  void takeIsWokenWhileOtherConsumersTimeOut() throws Exception {
    int elements = 20_000;
    BlockingQueue<Integer> one = new BlockingMessageQueue<>(new MpmcArrayQueue<>(1));
    AtomicLong sum = new AtomicLong();
    AtomicLong number = new AtomicLong();
    List<Thread> takers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean impatient = i > 0;
      takers.add(
          virtual(() -> {
            try {
              while (true) {
                Integer taken = impatient ? one.poll(1, TimeUnit.MICROSECONDS) : one.take();
                if (taken != null) {
                  sum.addAndGet(taken);
                  number.incrementAndGet();
                }
              }
            } catch (InterruptedException e) {
              // The thread has ended.
            }
          }));
    }
    for (int i = 1; i <= elements; i++) {
      if (i % 3 == 0) {
        while (!one.offer(i, 1, TimeUnit.MICROSECONDS)) {}
      } else {
        one.put(i);
      }
    }
    await().pollInterval(Duration.ofMillis(1)).until(() -> number.get() == elements);
    assertThat(sum).hasValue(elements * (elements + 1L) / 2);
    takers.forEach(Thread::interrupt);
    for (Thread taker : takers) {
      taker.join();
    }
  }

  /// As many takers as adders, each for one element, repeatedly: a thread that is woken by an
  /// element that cannot be reached yet must not go to sleep again.
  @Test
  void takeIsWokenWhenProducerIsPreemptedInPut() throws Exception {
    int sides = 8;
    BlockingQueue<Integer> all = new BlockingMessageQueue<>(new MpmcArrayQueue<>(64));
    CyclicBarrier round = new CyclicBarrier(2 * sides);
    AtomicLong sum = new AtomicLong();
    int rounds = 1_500;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2 * sides; i++) {
      boolean adds = i % 2 == 0;
      Thread thread =
          new Thread(() -> {
            try {
              for (int n = 0; n < rounds; n++) {
                round.await();
                if (adds) {
                  all.put(n);
                } else {
                  sum.addAndGet(all.take());
                }
              }
            } catch (InterruptedException | BrokenBarrierException e) {
              throw new IllegalStateException(e);
            }
          });
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join(30_000);
      assertThat(thread.isAlive()).as("%s elements left", all.size()).isFalse();
    }
    assertThat(sum).hasValue(sides * (rounds * (rounds - 1L) / 2));
  }

  /// Many more virtual threads than carriers, which sleep most of the time.
  @Test
  void thousandsOfVirtualThreadsPassElementsOn() throws Exception {
    int producers = 1_000;
    int each = 20;
    BlockingQueue<Integer> all = new BlockingMessageQueue<>(new MpscArrayQueue<>(8));
    List<Thread> threads = new ArrayList<>();
    for (int p = 0; p < producers; p++) {
      int first = p * each;
      threads.add(
          virtual(() -> {
            try {
              for (int i = 0; i < each; i++) {
                all.put(first + i);
              }
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }));
    }
    int[] next = new int[producers];
    for (int i = 0; i < producers * each; i++) {
      int element = all.take();
      assertThat(element % each).isEqualTo(next[element / each]++);
    }
    assertThat(all).isEmpty();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /// By reflection, since these tests are compiled for Java 17, too.
  private static Thread virtual(Runnable task) {
    try {
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("virtual threads need Java 21", e);
    }
  }
}
