package dev.takt.ordered;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/// Runs the loop `output.accept(work.apply(source.next()))` with the work done by several threads.
/// It ends as the sequential loop would: the output has received exactly the results that precede
/// the first failure, in order, and the failure (of the source, the work or the output) is thrown.
///
/// ```java
/// InOrder.map(blocks, 4, 64, Block::compress, compressed::add);
/// ```
///
/// At most `window` elements (rounded up to a power of two) are taken from the source and not yet
/// delivered, so memory is bounded regardless of the source's length. After a failure, elements
/// within the window may have been taken and processed without being delivered.
public final class InOrder {

  private InOrder() {}

  /// Processes all elements of an iterator. Returns when every result has been delivered.
  ///
  /// The source and the output are each used by one thread at a time (not always the same one),
  /// with a happens-before in between; they need no synchronization of their own. The work runs on
  /// several threads at once.
  ///
  /// If the caller is interrupted while it waits for the other threads, they are interrupted too.
  /// This ends nothing unless the functions respond to interrupts.
  ///
  /// @param threads at least 1; the calling thread is one of them, the others end when this call
  ///   returns
  /// @param window from 1 to 2^24, rounded up to a power of two; about four times the number of
  ///   threads, so that a slow element does not stall the other threads
  /// @throws IllegalArgumentException if a number is out of range
  public static <S extends @Nullable Object, T extends @Nullable Object> void map(
      Iterator<? extends S> source,
      int threads,
      int window,
      Function<? super S, ? extends T> work,
      Consumer<? super T> output) {
    Objects.requireNonNull(work, "work");
    InOrder.<S, T>mapEach(source, threads, window, () -> work, output);
  }

  /// Like `map`, but for work that keeps state from element to element (a decoder, a sum): each
  /// thread has its own.
  ///
  /// @param workers supplies each thread's work function; called by the calling thread
  public static <S extends @Nullable Object, T extends @Nullable Object> void mapEach(
      Iterator<? extends S> source,
      int threads,
      int window,
      Supplier<? extends Function<? super S, ? extends T>> workers,
      Consumer<? super T> output) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(workers, "workers");
    Objects.requireNonNull(output, "output");
    if (window < 1 || window > OrderedScheduler.MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "window " + window + " is not from 1 to " + OrderedScheduler.MAX_CAPACITY);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads " + threads + " must be 1 or more");
    }
    new Loop<S, T>(source, window, output).run(threads, workers);
  }

  /// Processes all elements of a stream in encounter order; closes the stream at the end.
  ///
  /// @see #map(Iterator, int, int, Function, Consumer)
  public static <S extends @Nullable Object, T extends @Nullable Object> void map(
      BaseStream<? extends S, ?> source,
      int threads,
      int window,
      Function<? super S, ? extends T> work,
      Consumer<? super T> output) {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(work, "work");
    Objects.requireNonNull(output, "output");
    try (source) {
      InOrder.<S, T>map(source.iterator(), threads, window, work, output);
    }
  }

  /// Delivered instead of a result when there is none.
  private record Failure(Throwable cause) {}

  private static final class Loop<S extends @Nullable Object, T extends @Nullable Object> {

    private final Iterator<? extends S> source;
    private final Consumer<? super T> output;
    private final OrderedScheduler<@Nullable Object> order;

    private final ReentrantLock input = new ReentrantLock();
    private volatile boolean stopped;

    /// The first failure in order. Accessed only by outputs, which run one at a time, and after all
    /// threads have ended.
    private @Nullable Throwable failure;

    Loop(Iterator<? extends S> source, int window, Consumer<? super T> output) {
      this.source = source;
      this.output = output;
      this.order = new OrderedScheduler<>(window, this::handOn);
    }

    void run(int threads, Supplier<? extends Function<? super S, ? extends T>> workers) {
      List<Thread> helpers = new ArrayList<>();
      try {
        List<Function<? super S, ? extends T>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
          all.add(workers.get());
        }
        for (int i = 1; i < threads; i++) {
          Function<? super S, ? extends T> work = all.get(i);
          Thread helper = new Thread(() -> help(work), "in-order-" + i);
          helper.setDaemon(true);
          helper.start();
          helpers.add(helper);
        }
        while (!stopped && (input.tryLock() || lockedInterruptibly())) {
          takeAndWork(all.get(0));
        }
      } catch (Throwable noWorker) {
        stopped = true;
        throw noWorker;
      } finally {
        join(helpers);
      }
      if (failure != null) {
        throw Loop.<RuntimeException>unchecked(failure);
      }
    }

    /// Returns false if interrupted; the caller then leaves the rest to the other threads: one of
    /// them holds the lock.
    private boolean lockedInterruptibly() {
      try {
        input.lockInterruptibly();
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    private void help(Function<? super S, ? extends T> work) {
      while (!stopped) {
        input.lock();
        takeAndWork(work);
      }
    }

    /// Called with the lock held; unlocks it. The lock keeps a ticket and its element together.
    @SuppressWarnings("NullAway") // NullAway does not yet understand a nullable type argument
    private void takeAndWork(Function<? super S, ? extends T> work) {
      long ticket;
      Object result;
      try {
        ticket = order.ticket();
        result = next();
      } finally {
        input.unlock();
      }
      if (result == this) {
        order.trash(ticket);
      } else {
        order.complete(ticket, result instanceof Failure ? result : worked(work, result));
      }
    }

    /// The next element, a failure, or this loop itself at the end of the source.
    private @Nullable Object next() {
      try {
        if (!stopped && source.hasNext()) {
          return source.next();
        }
        stopped = true;
        return this;
      } catch (Throwable thrown) {
        return failed(thrown);
      }
    }

    @SuppressWarnings("unchecked") // it came from the source
    private @Nullable Object worked(
        Function<? super S, ? extends T> work, @Nullable Object element) {
      try {
        return work.apply((S) element);
      } catch (Throwable thrown) {
        return failed(thrown);
      }
    }

    private Failure failed(Throwable thrown) {
      stopped = true;
      return new Failure(thrown);
    }

    @SuppressWarnings("unchecked") // it came from the work
    private void handOn(@Nullable Object result) {
      if (failure != null) {
        return;
      }
      if (result instanceof Failure failed) {
        failure = failed.cause();
        return;
      }
      try {
        output.accept((T) result);
      } catch (Throwable thrown) {
        failure = thrown;
        stopped = true;
      }
    }

    private static void join(List<Thread> helpers) {
      boolean interrupted = false;
      for (Thread each : helpers) {
        while (each.isAlive()) {
          try {
            each.join();
          } catch (InterruptedException e) {
            interrupted = true;
            helpers.forEach(Thread::interrupt);
          }
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // passed on as it was thrown
    private static <E extends Throwable> E unchecked(Throwable thrown) throws E {
      throw (E) thrown;
    }
  }
}
