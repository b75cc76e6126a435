package dev.takt.queues;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.queues.Form.Sharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Passes millions of elements through every queue, while all sides pause at random and other
/// threads observe it. No element is lost, duplicated, or overtakes an earlier one of the same
/// producer.
@Tag("race")
class MessageQueueRaceTest {

  static Stream<Form> tiny() {
    return Stream.of(
        Form.spscArray(1, 1),
        Form.spscUnbounded(1),
        Form.spscChunked(1, 1),
        Form.spscChunked(1, 3),
        Form.spscGrowable(1, 3),
        Form.mpscUnbounded(1),
        Form.mpscUnbounded(3),
        Form.mpscArray(1, 1),
        Form.mpscArray(2, 2),
        Form.mpmcArray(1, 1),
        Form.mpmcArray(2, 2));
  }

  static Stream<Form> large() {
    return Stream.of(
        Form.spscArray(1024, 1024),
        Form.spscUnbounded(64),
        Form.spscChunked(16, 1000),
        Form.spscGrowable(2, 1000),
        Form.mpscLinked(),
        Form.mpscUnbounded(64),
        Form.mpscArray(1024, 1024),
        Form.mpmcArray(1024, 1024));
  }

  static Stream<Form> all() {
    return Stream.concat(tiny(), large());
  }

  @ParameterizedTest
  @MethodSource("large")
  void aMillionElementsPassThroughALargeQueue(Form form) throws Exception {
    new Race(form, 1_000_000, 1).run(30);
  }

  @ParameterizedTest
  @MethodSource("tiny")
  void manyElementsPassThroughATinyQueue(Form form) throws Exception {
    new Race(form, 100_000, 2).run(30);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("all")
  void manyMillionElementsPass(Form form) throws Exception {
    for (int seed = 1; seed <= 4; seed++) {
      new Race(form, 2_000_000, seed).run(120);
    }
  }

  /// One queue, its producers and consumers, and one observer.
  private static final class Race {

    private final MessageQueue<Message> queue;
    private final Sharing sharing;
    private final int each;
    private final long seed;
    private final AtomicInteger producing;
    private final AtomicInteger consuming;

    /// For each producer, the number of the first message that had not yet been taken at some time
    /// before now. Maintained only if there is one consumer.
    private final AtomicLongArray untaken;

    private volatile boolean failed;

    Race(Form form, int elements, long seed) {
      this.queue = form.queue();
      this.sharing = form.sharing();
      this.each = elements / sharing.producers;
      this.seed = seed;
      this.producing = new AtomicInteger(sharing.producers);
      this.consuming = new AtomicInteger(sharing.consumers);
      this.untaken = new AtomicLongArray(sharing.producers);
    }

    void run(int seconds) throws Exception {
      List<Consumer> consumers =
          Stream.generate(() -> new Consumer()).limit(sharing.consumers).toList();
      List<FutureTask<?>> all = new ArrayList<>();
      all.add(started("observer", this::observe));
      for (int i = 0; i < consumers.size(); i++) {
        Consumer consumer = consumers.get(i);
        Random random = new Random(seed * 1_000 + i);
        all.add(started("consumer", () -> consumer.consume(random)));
      }
      for (int i = 0; i < sharing.producers; i++) {
        Producer producer = new Producer(i);
        Random random = new Random(seed * 2_000 + i);
        all.add(started("producer", () -> producer.produce(random)));
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
      try {
        for (FutureTask<?> task : all) {
          task.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        }
      } catch (ExecutionException e) {
        throw new AssertionError("seed " + seed, e.getCause());
      } finally {
        failed = true; // stops the other threads
      }
      assertNothingLostOrDoubled(consumers);
      assertThat(queue).isEmpty();
    }

    private FutureTask<?> started(String role, Runnable work) {
      FutureTask<@Nullable Void> task =
          new FutureTask<>(
              () -> {
                try {
                  work.run();
                } catch (Throwable e) {
                  failed = true;
                  throw e;
                }
              },
              null);
      Thread thread = new Thread(task, role);
      thread.setDaemon(true);
      thread.start();
      return task;
    }

    private void assertNothingLostOrDoubled(List<Consumer> consumers) {
      for (int producer = 0; producer < sharing.producers; producer++) {
        BitSet union = new BitSet(each);
        int taken = 0;
        for (Consumer consumer : consumers) {
          union.or(consumer.taken[producer]);
          taken += consumer.taken[producer].cardinality();
        }
        assertThat(union.cardinality()).as("different messages").isEqualTo(each);
        assertThat(taken).as("taken messages").isEqualTo(each);
      }
    }

    /// Waits, but not for an element that will never come.
    private void idle(int times) {
      if (failed) {
        throw new IllegalStateException("another thread failed");
      }
      if (times % 64 == 0) {
        LockSupport.parkNanos(1_000);
      } else if (times % 8 == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }

    private final class Producer {

      private final int id;
      private int next;

      Producer(int id) {
        this.id = id;
      }

      void produce(Random random) {
        while (next < each) {
          pause(random);
          int limit = 1 + random.nextInt(Math.min(40, each - next));
          int start = next;
          switch (random.nextInt(5)) {
            case 0 -> addOne(queue::offer);
            case 1 -> addOne(queue::relaxedOffer);
            case 2 -> queue.put(message(), Race.this::idle);
            case 3 -> assertThat(queue.fill(this::message, limit)).isEqualTo(next - start);
            default ->
                assertThat(queue.fill(this::message, limit, Race.this::idle))
                    .isEqualTo(next - start);
          }
        }
        producing.decrementAndGet();
      }

      private void addOne(Predicate<Message> way) {
        Message message = message();
        for (int times = 1; !way.test(message); times++) {
          idle(times);
        }
      }

      private Message message() {
        return new Message(id, next++);
      }
    }

    private final class Consumer {

      final BitSet[] taken =
          Stream.generate(() -> new BitSet(each)).limit(sharing.producers).toArray(BitSet[]::new);
      private final int[] last = new int[sharing.producers];

      void consume(Random random) {
        Arrays.fill(last, -1);
        try {
          while (true) {
            pause(random);
            int limit = 1 + random.nextInt(40);
            switch (random.nextInt(5)) {
              case 0 -> takeOne();
              case 1 -> takeIfThere(queue.relaxedPoll());
              case 2 -> accept(queue.take(this::idleUntilEnd));
              case 3 -> queue.drain(this::accept, limit);
              default -> queue.drain(this::accept, limit, this::idleUntilEnd);
            }
          }
        } catch (Ended e) {
          consuming.decrementAndGet();
        }
      }

      /// Once all producers are done, a strict poll that finds nothing has seen the end.
      private void takeOne() {
        boolean ended = producing.get() == 0;
        Message peeked = sharing.consumers == 1 ? queue.peek() : null;
        Message message = queue.poll();
        if (peeked != null && peeked != message) {
          throw new AssertionError("peeked " + peeked + ", polled " + message);
        }
        if (message == null && ended) {
          throw new Ended();
        }
        takeIfThere(message);
      }

      private void idleUntilEnd(int times) {
        if (producing.get() == 0 && queue.isEmpty()) {
          throw new Ended();
        }
        idle(times);
      }

      private void takeIfThere(@Nullable Message message) {
        if (message != null) {
          accept(message);
        }
      }

      private void accept(Message message) {
        int producer = message.producer;
        int expected = last[producer] + 1;
        if (sharing.consumers == 1 ? message.number != expected : message.number < expected) {
          throw new AssertionError(message + " instead of number " + expected);
        }
        last[producer] = message.number;
        taken[producer].set(message.number);
        if (sharing.consumers == 1) {
          untaken.setRelease(producer, message.number + 1L);
        }
      }
    }

    /// May run on any thread.
    private void observe() {
      Random random = new Random(seed * 3_000);
      while (consuming.get() > 0 && !failed) {
        int size = queue.size();
        if (size < 0 || size > queue.capacity()) {
          throw new AssertionError("size " + size);
        }
        long[] least = new long[sharing.producers];
        for (int i = 0; i < least.length; i++) {
          least[i] = untaken.getAcquire(i);
        }
        int steps = 2_000;
        for (Iterator<Message> all = queue.iterator(); all.hasNext() && steps > 0; steps--) {
          Message message = all.next();
          if (message.number < least[message.producer]) {
            throw new AssertionError(message + " after " + least[message.producer]);
          }
          least[message.producer] = message.number + 1L;
        }
        if (random.nextInt(4) == 0) {
          LockSupport.parkNanos(20_000);
        }
      }
    }

    private static void pause(Random random) {
      int chance = random.nextInt(2_000);
      if (chance == 0) {
        LockSupport.parkNanos(1 + random.nextInt(50_000));
      } else if (chance < 10) {
        Thread.yield();
      } else if (chance < 300) {
        for (int i = random.nextInt(60); i > 0; i--) {
          Thread.onSpinWait();
        }
      }
    }
  }

  /// `number` counts the messages of the producer.
  private record Message(int producer, int number) {}

  private static final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
