package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The documented contract of a bounded [BlockingQueue], for `BlockingMessageQueue` around each
/// queue, and for one queue of the JDK as a reference. Each has room for two.
@Tag("race")
@ParameterizedClass
@MethodSource("queues")
@Timeout(60)
class BlockingQueueContractTest {

  private final BlockingQueue<Integer> queue;

  BlockingQueueContractTest(Supplier<BlockingQueue<Integer>> maker) {
    queue = maker.get();
  }

  static Stream<Named<Supplier<BlockingQueue<Integer>>>> queues() {
    return Stream.of(
        Named.of("the JDK's", () -> new ArrayBlockingQueue<>(2)),
        Named.of("SpscArray", () -> new BlockingMessageQueue<>(new SpscArrayQueue<>(2))),
        Named.of("SpscChunked", () -> new BlockingMessageQueue<>(new SpscChunkedQueue<>(1, 2))),
        Named.of("SpscGrowable", () -> new BlockingMessageQueue<>(new SpscGrowableQueue<>(1, 2))),
        Named.of("MpscArray", () -> new BlockingMessageQueue<>(new MpscArrayQueue<>(2))),
        Named.of("MpmcArray", () -> new BlockingMessageQueue<>(new MpmcArrayQueue<>(2))));
  }

  @Test
  void fullQueueRefuses() throws Exception {
    fill();
    assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> queue.add(3));
    assertThat(queue.offer(3)).isFalse();
    assertThat(queue.offer(3, 1, TimeUnit.MILLISECONDS)).isFalse();
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> queue.addAll(List.of(3)));
    assertThat(queue).containsExactly(1, 2);
    assertThat(queue.remainingCapacity()).isZero();
  }

  @Test
  void emptyQueueHasNothing() throws Exception {
    assertThat(queue.poll()).isNull();
    assertThat(queue.poll(1, TimeUnit.MILLISECONDS)).isNull();
    assertThat(queue.peek()).isNull();
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(queue::element);
    assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(queue::remove);
    assertThat(queue.remainingCapacity()).isEqualTo(2);
    assertThat(queue.drainTo(new ArrayList<>())).isZero();
    assertThat(queue.contains(1)).isFalse();
    assertThat(queue).hasToString("[]");
  }

  @Test
  void addAllStopsWhereThereIsNoRoom() {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> queue.addAll(List.of(1, 2, 3)));
    assertThat(queue).containsExactly(1, 2);
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> queue.addAll(same(queue)));
  }

  @Test
  void nullIsNotContained() {
    fill();
    assertThat(queue.contains(nothing())).isFalse();
  }

  @Test
  void drainToTakesInOrderUpToTheLimit() {
    fill();
    List<Integer> into = new ArrayList<>();
    assertThat(queue.drainTo(into, 0)).isZero();
    assertThat(queue.drainTo(into, -1)).isZero();
    assertThat(queue.drainTo(into, Integer.MIN_VALUE)).isZero();
    assertThat(into).isEmpty();
    assertThat(queue.drainTo(into, 1)).isEqualTo(1);
    assertThat(queue.drainTo(into, Integer.MAX_VALUE)).isEqualTo(1);
    assertThat(into).containsExactly(1, 2);
    assertThat(queue).isEmpty();
  }

  @Test
  void drainToItselfOrToNullIsRefusedWhateverTheLimit() {
    fill();
    for (int limit : new int[] {0, -1, 1, 9}) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> queue.drainTo(queue, limit));
      assertThatExceptionOfType(NullPointerException.class)
          .isThrownBy(() -> queue.drainTo(nothing(), limit));
    }
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> queue.drainTo(queue));
    assertThatExceptionOfType(NullPointerException.class)
        .isThrownBy(() -> queue.drainTo(nothing()));
    assertThat(queue).containsExactly(1, 2);
  }

  @Test
  void arraysFitOrAreMadeToFit() {
    fill();
    assertThat(queue.toArray()).containsExactly(1, 2).isExactlyInstanceOf(Object[].class);
    Integer[] larger = {7, 7, 7, 7};
    assertThat(queue.toArray(larger)).isSameAs(larger);
    assertThat(larger).containsExactly(1, 2, null, 7);
    assertThat(queue.toArray(new Integer[1])).containsExactly(1, 2);
    assertThatExceptionOfType(ArrayStoreException.class)
        .isThrownBy(() -> ((Collection<?>) queue).toArray(new String[2]));
    assertThatExceptionOfType(NullPointerException.class)
        .isThrownBy(() -> queue.toArray((Integer[]) nothing()));
  }

  /// Even where no wait would be necessary. The status is cleared, as by all methods that throw
  /// this exception.
  @Test
  void interruptedThreadDoesNotBeginToWait() {
    queue.add(1);
    assertInterrupted(() -> queue.put(2));
    assertInterrupted(() -> queue.offer(2, 1, TimeUnit.HOURS));
    assertInterrupted(() -> queue.offer(2, -1, TimeUnit.HOURS));
    assertInterrupted(queue::take);
    assertInterrupted(() -> queue.poll(1, TimeUnit.HOURS));
    assertInterrupted(() -> queue.poll(-1, TimeUnit.HOURS));
    assertThat(queue).containsExactly(1);
  }

  /// Methods that never wait ignore an interrupt.
  @Test
  void interruptedThreadOffersAndPolls() {
    Thread.currentThread().interrupt();
    assertThat(queue.offer(1)).isTrue();
    assertThat(queue.poll()).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
  }

  private interface Waits {
    void run() throws InterruptedException;
  }

  private static void assertInterrupted(Waits call) {
    Thread.currentThread().interrupt();
    assertThatExceptionOfType(InterruptedException.class).isThrownBy(call::run);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void drainToMakesRoomForOneWhoWaits() throws Exception {
    fill();
    FutureTask<Boolean> offered = begun(() -> queue.offer(3, 1, TimeUnit.HOURS));
    List<Integer> into = new ArrayList<>();
    while (!offered.isDone()) {
      queue.drainTo(into);
    }
    assertThat(offered.get()).isTrue();
    queue.drainTo(into);
    assertThat(into).containsExactly(1, 2, 3);
  }

  @Test
  void clearMakesRoomForOneWhoWaits() throws Exception {
    fill();
    FutureTask<Boolean> offered = begun(() -> queue.offer(3, 1, TimeUnit.HOURS));
    queue.clear(); // the third one as well, if it was added already
    assertThat(offered.get()).isTrue();
    assertThat(queue).doesNotContain(1, 2);
  }

  @Test
  void addAllWakesOneWhoWaits() throws Exception {
    FutureTask<Integer> taken = begun(queue::take);
    queue.addAll(List.of(1, 2));
    assertThat(taken.get()).isEqualTo(1);
    assertThat(queue).containsExactly(2);
  }

  @Test
  void waitLastsItsTimeAndEnds() throws Exception {
    long start = System.nanoTime();
    assertThat(queue.poll(15, TimeUnit.MILLISECONDS)).isNull();
    fill();
    assertThat(queue.offer(3, 15, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(30));
  }

  /// Starts a call and waits until its thread sleeps.
  private static <T> FutureTask<T> begun(Callable<T> call) throws Exception {
    FutureTask<T> task = new FutureTask<>(call);
    Thread thread = new Thread(task);
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING
        && thread.getState() != Thread.State.WAITING) {
      Thread.sleep(1);
    }
    return task;
  }

  /// Hides an argument from Error Prone, which would otherwise reject the call that the queue must
  /// reject.
  private static <T> T same(T object) {
    return object;
  }

  private void fill() {
    queue.add(1);
    queue.add(2);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // callers must not pass null
  private static <T> T nothing() {
    return (T) null;
  }
}
