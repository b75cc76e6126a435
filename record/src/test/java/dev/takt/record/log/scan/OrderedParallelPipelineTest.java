package dev.takt.record.log.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class OrderedParallelPipelineTest {

  private static final int PIECES = 500;

  private static OrderedParallelPipeline.Source<Integer> numbers(int count) {
    int[] next = {0};
    return () -> next[0] < count ? Integer.valueOf(next[0]++) : end();
  }

  @SuppressWarnings("NullAway") // the end of the input is null
  private static Integer end() {
    return null;
  }

  private static Integer slowly(Integer piece) {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(200_000));
    return piece;
  }

  private static void assertNoThreadIsLeft() {
    assertThat(Thread.getAllStackTraces().keySet())
        .filteredOn(thread -> thread.getName().startsWith("in-order-"))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void resultsComeInOrderWhateverThreadsAreSlow(int threads) throws IOException {
    List<Integer> results = new ArrayList<>();
    OrderedParallelPipeline.run(
        threads, numbers(PIECES), () -> OrderedParallelPipelineTest::slowly, results::add);
    assertThat(results).containsExactlyElementsOf(IntStream.range(0, PIECES).boxed().toList());
    assertNoThreadIsLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5})
  void fewPiecesAreDoneToo(int pieces) throws IOException {
    List<Integer> results = new ArrayList<>();
    OrderedParallelPipeline.run(
        8, numbers(pieces), () -> OrderedParallelPipelineTest::slowly, results::add);
    assertThat(results).hasSize(pieces);
  }

  @Test
  void eachThreadHasAWorkerOfItsOwn() throws IOException {
    AtomicInteger workers = new AtomicInteger();
    Supplier<Function<Integer, Integer>> supplier =
        () -> {
          workers.incrementAndGet();
          Thread[] owner = new Thread[1];
          return piece -> {
            LockSupport.parkNanos(50_000);
            owner[0] = owner[0] == null ? Thread.currentThread() : owner[0];
            assertThat(owner[0]).isSameAs(Thread.currentThread());
            return piece;
          };
        };
    OrderedParallelPipeline.run(4, numbers(PIECES), supplier, result -> {});
    assertThat(workers).hasValue(4);
  }

  @Test
  void noMoreIsReadThanThereIsRoomFor() throws IOException {
    AtomicInteger read = new AtomicInteger();
    AtomicInteger written = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    OrderedParallelPipeline.Source<Integer> numbers = numbers(PIECES);
    OrderedParallelPipeline.run(
        4,
        () -> {
          Integer next = numbers.next();
          most.accumulateAndGet(read.incrementAndGet() - written.get(), Math::max);
          return next;
        },
        () -> OrderedParallelPipelineTest::slowly,
        result -> {
          LockSupport.parkNanos(100_000);
          written.incrementAndGet();
        });
    // Four tickets for each thread, plus the piece that waits for a ticket.
    assertThat(most.get()).isBetween(1, 17);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 4, 5, 100, PIECES})
  void whatTheInputThrowsComesOut(int at) {
    for (int threads : new int[] {1, 2, 8}) {
      List<Integer> results = new ArrayList<>();
      IOException failure = new IOException("broken disk");
      OrderedParallelPipeline.Source<Integer> numbers = numbers(at);
      assertThatThrownBy(() ->
              OrderedParallelPipeline.run(
                  threads,
                  () -> {
                    Integer next = numbers.next();
                    if (next == null) {
                      throw failure;
                    }
                    return next;
                  },
                  () -> OrderedParallelPipelineTest::slowly,
                  results::add))
          .isSameAs(failure);
      assertThat(results)
          .containsExactlyElementsOf(IntStream.range(0, results.size()).boxed().toList());
      assertNoThreadIsLeft();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 4, 5, 100, PIECES - 1})
  void whatAWorkerThrowsComesOutAndNothingBehindItIsHandedOn(int at) {
    for (Throwable failure : failures()) {
      List<Integer> results = new ArrayList<>();
      assertThatThrownBy(() ->
              OrderedParallelPipeline.<Integer, Integer>run(
                  8,
                  numbers(PIECES),
                  () -> piece -> piece == at ? thrown(failure) : slowly(piece),
                  results::add))
          .isSameAs(expected(failure));
      assertThat(results)
          .containsExactlyElementsOf(IntStream.range(0, results.size()).boxed().toList());
      assertThat(results).doesNotContain(at);
      assertNoThreadIsLeft();
    }
  }

  @Test
  void aFailureThatAllOthersWaitForEndsTheirWaiting() {
    assertThatThrownBy(() ->
            OrderedParallelPipeline.<Integer, Integer>run(
                8,
                numbers(PIECES),
                () ->
                    piece -> {
                      if (piece == 100) {
                        LockSupport.parkNanos(200_000_000);
                        throw new IllegalStateException("late");
                      }
                      return piece;
                    },
                result -> {}))
        .hasMessage("late");
    assertNoThreadIsLeft();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 4, 5, 100, PIECES - 1})
  void whatTheOutputThrowsComesOutAndItIsNotCalledAgain(int at) {
    for (Throwable failure : failures()) {
      List<Integer> results = new ArrayList<>();
      assertThatThrownBy(() ->
              OrderedParallelPipeline.run(
                  8,
                  numbers(PIECES),
                  () -> OrderedParallelPipelineTest::slowly,
                  result -> {
                    results.add(result == at ? thrown(failure) : result);
                  }))
          .isSameAs(expected(failure));
      assertThat(results).containsExactlyElementsOf(IntStream.range(0, at).boxed().toList());
      assertNoThreadIsLeft();
    }
  }

  private static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("state"),
        new UncheckedIOException(new IOException("disk full")),
        new OutOfMemoryError("memory"));
  }

  private static @Nullable Throwable expected(Throwable failure) {
    return failure instanceof UncheckedIOException ? failure.getCause() : failure;
  }

  private static int thrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    throw (RuntimeException) failure;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void aWorkerThatCannotBeMadeEndsItAll(int which) {
    AtomicInteger made = new AtomicInteger();
    AtomicInteger read = new AtomicInteger();
    OrderedParallelPipeline.Source<Integer> endless = read::incrementAndGet;
    assertThatThrownBy(() ->
            OrderedParallelPipeline.run(
                8,
                endless,
                () -> {
                  if (made.incrementAndGet() == which) {
                    throw new IllegalStateException("no more memory");
                  }
                  return OrderedParallelPipelineTest::slowly;
                },
                result -> {}))
        .hasMessage("no more memory");
    assertNoThreadIsLeft();
  }

  @Test
  void interruptStopsReading() throws InterruptedException {
    AtomicInteger read = new AtomicInteger();
    CountDownLatch stuck = new CountDownLatch(1);
    Throwable[] thrown = new Throwable[1];
    Thread thread =
        new Thread(() -> {
          try {
            OrderedParallelPipeline.run(
                3,
                () -> {
                  if (read.incrementAndGet() < 50) {
                    return 1;
                  }
                  stuck.countDown();
                  try {
                    Thread.sleep(60_000);
                    return end();
                  } catch (InterruptedException e) {
                    throw new IOException("woken", e);
                  }
                },
                () -> OrderedParallelPipelineTest::slowly,
                result -> {});
          } catch (IOException e) {
            thrown[0] = e;
          }
        });
    thread.start();
    stuck.await();
    LockSupport.parkNanos(20_000_000);
    thread.interrupt();
    thread.join(10_000);
    assertThat(thread.isAlive()).isFalse();
    assertThat(thrown[0]).isInstanceOf(IOException.class);
    assertThat(read).hasValue(50);
    assertNoThreadIsLeft();
  }
}
