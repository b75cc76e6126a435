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

/// A loop over elements, `output.accept(work.apply(source.next()))`, whose work is done by several
/// threads. It ends as the plain loop would: the output has seen just those results that come
/// before the first failure, in order, and the failure (of the source, of the work or of the
/// output) is thrown.
///
/// ```java
/// InOrder.map(blocks, 4, 64, Block::compress, compressed::add);
/// ```
///
/// At most `window` elements (rounded up to a power of two) are taken from the source and not yet
/// handed on, so memory is bounded whatever the source's length. After a failure, elements within
/// the window may have been taken and worked on in vain.
public final class InOrder {

  private InOrder() {}

  /// Works on all that an iterator gives. Returns when everything was handed on.
  ///
  /// The source and the output are each used by one thread at a time (not always the same one),
  /// with a happens-before in between; they need no guard. The work runs on several threads at
  /// once.
  ///
  /// An interrupt of the caller is passed on to the other threads when the caller has to wait for
  /// them. It ends nothing unless the functions heed it.
  ///
  /// @param threads from 1; the calling thread is one of them, the others live as long as this call
  /// @param window from 1 to 2^24, rounded up to a power of two; some four times the number of
  ///   threads, so that a slow element holds nobody up
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

  /// The same with work that keeps something from element to element (a decoder, a sum): each
  /// thread has its own.
  ///
  /// @param workers is asked for the work of each thread, by the caller's
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

  /// Works on all that a stream gives, in its encounter order; closes it in the end.
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

  /// What is handed on in place of a result when there is none.
  private record Failure(Throwable cause) {}

  private static final class Loop<S extends @Nullable Object, T extends @Nullable Object> {

    private final Iterator<? extends S> source;
    private final Consumer<? super T> output;
    private final OrderedScheduler<@Nullable Object> order;

    private final ReentrantLock input = new ReentrantLock();
    private volatile boolean stopped;

    /// The first one in the order. Used by outputs only, which run one at a time, and when all
    /// threads ended.
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

    /// If not, the caller leaves the rest to the others: one of them has the lock.
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

    /// With the lock, which this gives back: a ticket and its element belong together.
    @SuppressWarnings("NullAway") // it does not yet understand a nullable type argument
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

    /// The next element, a failure, or this loop itself when there is no more.
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
