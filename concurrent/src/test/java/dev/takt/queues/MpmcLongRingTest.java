package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("race")
@Timeout(60)
@SuppressWarnings("ThreadPriorityCheck") // the other side may need this core
class MpmcLongRingTest {

  private final MpmcLongRing.Element element = new MpmcLongRing.Element();

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "3, 4", "4, 4", "1000, 1024"})
  void capacityIsRoundedUp(int asked, int given) {
    MpmcLongRing ring = new MpmcLongRing(asked);
    assertThat(ring.capacity()).isEqualTo(given);
    for (int i = 0; i < given; i++) {
      assertThat(ring.offer(i)).isTrue();
    }
    assertThat(ring.offer(99)).isFalse();
    assertThat(ring.offered()).isEqualTo(given);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, (1 << 29) + 1})
  void capacitiesOutOfRangeAreRefused(int capacity) {
    assertThatIllegalArgumentException().isThrownBy(() -> new MpmcLongRing(capacity));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 64})
  void oneThreadSeesAQueue(int capacity) {
    MpmcLongRing ring = new MpmcLongRing(capacity);
    Queue<Long> model = new ArrayDeque<>();
    Random random = new Random(capacity);
    long taken = 0;
    for (int i = 0; i < 100_000; i++) {
      if (random.nextBoolean()) {
        long value = random.nextLong();
        boolean room = model.size() < capacity;
        assertThat(ring.offer(value)).isEqualTo(room);
        if (room) {
          model.add(value);
        }
      } else if (model.isEmpty()) {
        assertThat(ring.poll(element)).isFalse();
      } else {
        assertThat(ring.poll(element)).isTrue();
        assertThat(element.value()).isEqualTo(model.remove());
        assertThat(element.number()).isEqualTo(taken++);
      }
    }
    assertThat(ring.taken()).isEqualTo(taken);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 64, 4096})
  void racingThreadsLoseAndDoubleNothing(int capacity) throws Exception {
    int each = 300_000;
    int producers = 3;
    MpmcLongRing ring = new MpmcLongRing(capacity);
    AtomicLongArray valueOf = new AtomicLongArray(each * producers);
    AtomicLong taken = new AtomicLong();
    try (Workers workers = new Workers()) {
      for (int p = 0; p < producers; p++) {
        long base = 1 + (long) p * each;
        workers.start(() -> {
          for (int i = 0; i < each; i++) {
            while (!ring.offer(base + i)) {
              Thread.yield();
            }
          }
        });
      }
      for (int c = 0; c < 3; c++) {
        workers.start(() -> {
          MpmcLongRing.Element mine = new MpmcLongRing.Element();
          long last = -1;
          while (taken.get() < valueOf.length()) {
            if (ring.poll(mine)) {
              assertThat(mine.number()).isGreaterThan(last);
              last = mine.number();
              assertThat(valueOf.getAndSet((int) last, mine.value())).isZero();
              taken.incrementAndGet();
            } else {
              Thread.yield();
            }
          }
        });
      }
    }
    // In the order of the numbers, each producer's values form its own sequence.
    long[] next = {1, 1L + each, 1 + 2L * each};
    for (int i = 0; i < valueOf.length(); i++) {
      int producer = (int) ((valueOf.get(i) - 1) / each);
      assertThat(valueOf.get(i)).isEqualTo(next[producer]++);
    }
  }

  /// Threads whose failures are rethrown by [#close].
  private static final class Workers implements AutoCloseable {

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Future<?>> futures = new ArrayList<>();

    void start(Runnable task) {
      futures.add(executor.submit(task));
    }

    @Override
    public void close() throws Exception {
      for (Future<?> future : futures) {
        future.get(50, TimeUnit.SECONDS);
      }
      executor.shutdownNow();
    }
  }
}
