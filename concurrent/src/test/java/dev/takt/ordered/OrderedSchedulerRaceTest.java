package dev.takt.ordered;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.queues.IdleStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Race tests of the scheduler.
@Tag("race")
@Timeout(60)
class OrderedSchedulerRaceTest {

  private static final int THREADS = 4;

  /// Ticket and work on the same thread, at full speed.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 1024})
  void racingThreadsKeepTheOrderAndLoseNothing(int capacity) throws Exception {
    int each = 300_000;
    Checked out = new Checked();
    OrderedScheduler<Long> scheduler =
        new OrderedScheduler<>(capacity, out::accept, IdleStrategy.yielding());
    inThreads(thread -> {
      for (int i = 0; i < each; i++) {
        long ticket = scheduler.ticket();
        scheduler.complete(ticket, ticket);
      }
    });
    assertThat(out.count).isEqualTo((long) each * THREADS);
    assertThat(scheduler.handedOn()).isEqualTo(scheduler.taken()).isEqualTo(out.count);
  }

  /// A third is trashed, a third fails in the output: the others are delivered, in order, and all
  /// are counted.
  @ParameterizedTest
  @ValueSource(ints = {1, 4, 256})
  void trashAndFailuresHoldNothingUp(int capacity) throws Exception {
    int each = 100_000;
    Checked out = new Checked();
    AtomicLong failures = new AtomicLong();
    OrderedScheduler<Long> scheduler =
        new OrderedScheduler<>(
            capacity,
            result -> {
              out.acceptWithGaps(result);
              if (result % 3 == 1) {
                throw new Failed();
              }
            },
            IdleStrategy.yielding());
    inThreads(thread -> {
      for (int i = 0; i < each; i++) {
        try (Ticket<Long> ticket = scheduler.open()) {
          if (ticket.number() % 3 != 0) {
            ticket.complete(ticket.number());
          }
        } catch (Failed e) {
          failures.incrementAndGet();
        }
      }
    });
    long all = (long) each * THREADS;
    assertThat(scheduler.handedOn()).isEqualTo(all);
    assertThat(out.count).isEqualTo(all - (all + 2) / 3);
    assertThat(failures.get()).isPositive();
  }

  /// Several threads take tickets for work that any thread may finish, in any order, with pauses.
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 3", "3, 16", "4, 64"})
  void soakWithPausesOnEitherSide(long seed, int capacity) throws Exception {
    int each = 8_000;
    Checked out = new Checked();
    Random outputPauses = new Random(seed); // outputs run one at a time, so it needs no lock
    OrderedScheduler<Long> scheduler =
        new OrderedScheduler<>(
            capacity,
            result -> {
              pause(outputPauses, 200);
              out.accept(result);
            });
    inThreads(thread -> {
      Random random = new Random(seed * 31 + thread);
      for (int i = 0; i < each; i++) {
        long ticket = scheduler.ticket();
        pause(random, 50);
        scheduler.complete(ticket, ticket);
      }
    });
    assertThat(out.count).isEqualTo((long) each * THREADS);
  }

  /// What the previous user of a slot wrote before its output is seen by the next user of the slot,
  /// and by the output.
  @ParameterizedTest
  @ValueSource(ints = {2, 16})
  void slotsOwnTheirBuffers(int capacity) throws Exception {
    int each = 200_000;
    long[][] buffers = new long[capacity][1];
    List<Long> wrong = new ArrayList<>();
    OrderedScheduler<long[]> scheduler =
        new OrderedScheduler<>(
            capacity,
            buffer -> {
              if (buffer[0] % 2 != 1) {
                wrong.add(buffer[0]);
              }
              buffer[0]++;
            },
            IdleStrategy.yielding());
    AtomicInteger torn = new AtomicInteger();
    inThreads(thread -> {
      for (int i = 0; i < each; i++) {
        long ticket = scheduler.ticket();
        long[] buffer = buffers[scheduler.slotOf(ticket)];
        if (buffer[0] != ticket / capacity * 2) {
          torn.incrementAndGet();
        }
        buffer[0]++;
        scheduler.complete(ticket, buffer);
      }
    });
    assertThat(wrong).isEmpty();
    assertThat(torn).hasValue(0);
  }

  private static void pause(Random random, int oneIn) {
    switch (random.nextInt(oneIn)) {
      case 0 -> LockSupport.parkNanos(1 + random.nextInt(20_000));
      case 1 -> Thread.yield();
      default -> spin(random.nextInt(60));
    }
  }

  private static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  private interface Task {
    void run(int thread) throws Exception;
  }

  private static void inThreads(Task task) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        futures.add(
            executor.submit(() -> {
              task.run(thread);
              return null;
            }));
      }
      for (Future<?> future : futures) {
        future.get(40, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
  }

  /// An output that is deliberately not thread-safe: it reports races.
  private static final class Checked {

    private final AtomicInteger inside = new AtomicInteger();
    private long last = -1;
    private long count;

    void accept(long result) {
      assertThat(result).isEqualTo(last + 1);
      acceptWithGaps(result);
    }

    void acceptWithGaps(long result) {
      assertThat(inside.incrementAndGet()).as("outputs at a time").isEqualTo(1);
      assertThat(result).isGreaterThan(last);
      last = result;
      count++;
      if (ThreadLocalRandom.current().nextInt(1000) == 0) {
        Thread.yield();
      }
      inside.decrementAndGet();
    }
  }

  /// Without a stack trace, which would take longer than everything else.
  private static final class Failed extends RuntimeException {

    Failed() {
      super("expected", null, false, false);
    }
  }
}
