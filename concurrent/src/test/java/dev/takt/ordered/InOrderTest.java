package dev.takt.ordered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("race")
@Timeout(30)
class InOrderTest {

  private final List<Integer> out = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 16", "2, 1", "2, 64", "5, 8"})
  void resultsLeaveInTheOrderOfTheElements(int threads, int window) {
    InOrder.<Integer, Integer>map(numbers(20_000), threads, window, n -> n * 3, out::add);
    assertThat(out)
        .containsExactlyElementsOf(IntStream.range(0, 20_000).map(n -> n * 3).boxed().toList());
  }

  @Test
  void anEmptySourceGivesNothing() {
    InOrder.<Integer, Integer>map(numbers(0), 3, 8, n -> n, out::add);
    assertThat(out).isEmpty();
  }

  @Test
  void theWorkIsDoneByAllThreadsAtOnce() {
    CountDownLatch together = new CountDownLatch(3);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    InOrder.<Integer, Integer>map(
        numbers(3),
        3,
        8,
        n -> {
          threads.add(Thread.currentThread());
          together.countDown();
          await(together);
          return n;
        },
        out::add);
    assertThat(threads).hasSize(3).contains(Thread.currentThread());
    assertThat(out).containsExactly(0, 1, 2);
  }

  @Test
  void eachThreadHasAWorkerOfItsOwn() {
    AtomicInteger workers = new AtomicInteger();
    InOrder.<Integer, Integer>mapEach(
        numbers(2_000).iterator(),
        3,
        8,
        () -> {
          workers.incrementAndGet();
          Set<Thread> users = ConcurrentHashMap.newKeySet();
          return n -> {
            users.add(Thread.currentThread());
            assertThat(users).hasSize(1);
            return n;
          };
        },
        out::add);
    assertThat(workers).hasValue(3);
    assertThat(out).hasSize(2_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aWorkerThatCannotBeMadeEndsItAll(int which) {
    AtomicInteger workers = new AtomicInteger();
    Iterator<Integer> endless = Stream.generate(() -> 1).iterator();
    assertThatThrownBy(() ->
            InOrder.<Integer, Integer>mapEach(
                endless,
                3,
                8,
                () -> {
                  if (workers.incrementAndGet() == which) {
                    throw new IllegalStateException("no more memory");
                  }
                  return n -> n;
                },
                out::add))
        .hasMessage("no more memory");
    assertThat(out).isEmpty();
  }

  @Test
  void anInterruptReachesASourceThatHeedsItInWhateverThread() throws InterruptedException {
    CountDownLatch stuck = new CountDownLatch(1);
    List<Throwable> thrown = new ArrayList<>();
    Iterator<Integer> source =
        new Iterator<>() {
          private int next;

          @Override
          public boolean hasNext() {
            if (next == 50) {
              stuck.countDown();
              try {
                Thread.sleep(60_000);
              } catch (InterruptedException e) {
                throw new IllegalStateException("woken", e);
              }
            }
            return true;
          }

          @Override
          public Integer next() {
            return next++;
          }
        };
    Thread caller =
        new Thread(() -> {
          try {
            InOrder.<Integer, Integer>map(source, 3, 8, n -> n, out::add);
          } catch (IllegalStateException e) {
            thrown.add(e);
          }
        });
    caller.start();
    stuck.await();
    caller.interrupt();
    caller.join(20_000);
    assertThat(caller.isAlive()).isFalse();
    assertThat(thrown).hasSize(1);
    assertThat(out).hasSize(50);
  }

  @Test
  void ignoredInterruptDoesNotStopTheLoop() {
    Thread.currentThread().interrupt();
    InOrder.<Integer, Integer>map(numbers(5_000), 3, 8, n -> n, out::add);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(out).hasSize(5_000);
  }

  @Test
  void atMostTheWindowIsTakenAhead() {
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    InOrder.<Integer, Integer>map(
        numbers(5_000),
        4,
        8,
        n -> {
          taken.incrementAndGet();
          return n;
        },
        n -> most.accumulateAndGet(taken.get() - n, Math::max));
    assertThat(most.get()).isBetween(1, 8);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aFailureOfTheWorkEndsItWhereTheLoopWouldEnd(int threads) {
    assertEndsAt(threads, numbers(10_000), InOrderTest::failingAt700, out::add);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aFailureOfTheOutputEndsItWhereTheLoopWouldEnd(int threads) {
    assertEndsAt(threads, numbers(10_000), n -> n, n -> out.add(failingAt700(n)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aFailureOfTheSourceEndsItWhereTheLoopWouldEnd(int threads) {
    Iterator<Integer> failing = numbers(10_000).map(InOrderTest::failingAt700).iterator();
    assertThatThrownBy(() -> InOrder.<Integer, Integer>map(failing, threads, 32, n -> n, out::add))
        .hasMessage("failed");
    assertThat(out).containsExactlyElementsOf(numbers(700).toList());
  }

  private void assertEndsAt(
      int threads,
      Stream<Integer> source,
      Function<Integer, Integer> work,
      Consumer<Integer> output) {
    AtomicBoolean closed = new AtomicBoolean();
    var closing = source.onClose(() -> closed.set(true));
    assertThatThrownBy(() -> InOrder.<Integer, Integer>map(closing, threads, 32, work, output))
        .hasMessage("failed");
    assertThat(out).containsExactlyElementsOf(numbers(700).toList());
    assertThat(closed).isTrue();
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InOrder.<Integer, Integer>map(numbers(1), 0, 8, n -> n, out::add));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InOrder.<Integer, Integer>map(numbers(1), 1, 0, n -> n, out::add));
  }

  private static Stream<Integer> numbers(int count) {
    return IntStream.range(0, count).boxed();
  }

  private static int failingAt700(int n) {
    if (n >= 700) {
      throw new IllegalStateException("failed");
    }
    return n;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
