package dev.takt.ordered;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/// A loop over elements, `output.accept(work.apply(source.next()))`, whose work is done by several
/// threads. It ends as the plain loop would: the output has seen just those results that come
/// before the first failure, in order, and the failure (of the source, of the work or of the
/// output) is thrown.
///
/// ```java
/// InOrder.map(blocks, 4, 64, Block::compress, file::write);
/// ```
///
/// At most `window` elements are taken from the source and not yet handed on, so memory is bounded
/// whatever the source's length. After a failure, elements within the window may have been taken
/// and worked on in vain.
public final class InOrder {

  private InOrder() {}

  /// Works on all that an iterator gives. Returns when everything was handed on.
  ///
  /// The source and the output are each used by one thread at a time (not always the same one),
  /// with a happens-before in between; they need no guard. The work runs on several threads at
  /// once.
  ///
  /// An interrupt of the caller does not end it, unless the functions heed it.
  ///
  /// @param threads from 1; the calling thread is one of them, the others live as long as this call
  /// @param window from 1 to 2^24, rounded up to a power of two; some times the number of threads,
  ///   so that a slow element holds nobody up
  /// @throws IllegalArgumentException if a number is out of range
  public static <S extends @Nullable Object, T extends @Nullable Object> void map(
      Iterator<? extends S> source,
      int threads,
      int window,
      Function<? super S, ? extends T> work,
      Consumer<? super T> output) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads " + threads + " must be 1 or more");
    }
    new Loop<S, T>(source, window, work, output).run(threads);
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
    try (source) {
      InOrder.<S, T>map(source.iterator(), threads, window, work, output);
    }
  }

  /// What is handed on in place of a result when there is none.
  private record Failure(Throwable cause) {}

  private static final class Loop<S extends @Nullable Object, T extends @Nullable Object> {

    private final Iterator<? extends S> source;
    private final Function<? super S, ? extends T> work;
    private final Consumer<? super T> output;
    private final OrderedScheduler<@Nullable Object> order;

    private volatile boolean stopped;

    /// The first one in the order. Used by outputs only, which run one at a time, and when all
    /// threads ended.
    private @Nullable Throwable failure;

    Loop(
        Iterator<? extends S> source,
        int window,
        Function<? super S, ? extends T> work,
        Consumer<? super T> output) {
      this.source = Objects.requireNonNull(source);
      this.work = Objects.requireNonNull(work);
      this.output = Objects.requireNonNull(output);
      this.order = new OrderedScheduler<>(window, this::handOn);
    }

    void run(int threads) {
      List<Thread> helpers = new ArrayList<>();
      try {
        for (int i = 1; i < threads; i++) {
          Thread helper = new Thread(this::takeAndWork, "in-order-" + i);
          helper.setDaemon(true);
          helper.start();
          helpers.add(helper);
        }
        takeAndWork();
      } finally {
        stopped = true;
        helpers.forEach(Loop::join);
      }
      if (failure != null) {
        throw Loop.<RuntimeException>unchecked(failure);
      }
    }

    @SuppressWarnings("NullAway") // it does not yet understand a nullable type argument
    private void takeAndWork() {
      while (!stopped) {
        long ticket;
        Object result;
        synchronized (this) { // a ticket and its element belong together
          ticket = order.ticket();
          result = next();
        }
        if (result == this) {
          order.trash(ticket);
        } else {
          order.complete(ticket, result instanceof Failure ? result : worked(result));
        }
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
    private @Nullable Object worked(@Nullable Object element) {
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

    private static void join(Thread helper) {
      boolean interrupted = false;
      while (true) {
        try {
          helper.join();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
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
