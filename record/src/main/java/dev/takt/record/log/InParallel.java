package dev.takt.record.log;

import dev.takt.ordered.OrderedScheduler;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads in order, works in parallel, hands on in order.
///
/// Each thread takes the next piece of input and the ticket that goes with it, works, and hands in
/// the result; the ordered scheduler hands the results on. So as much is in memory as there are
/// tickets, whatever the input's size.
final class InParallel {

  /// Where the work comes from.
  interface Supply<W> {
    /// The next piece, or null at the end. Called by one thread at a time.
    @Nullable W next() throws IOException;
  }

  /// Small inputs are done before a second thread would have started.
  private static final int PIECES_FOR_ONE_THREAD = 4;

  private static final int MOST_THREADS = 8;
  private static final int PIECES_PER_THREAD = 4;

  private InParallel() {}

  /// How many threads to use: each has sums of its own, so more of them cost memory.
  static int threads() {
    return Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS);
  }

  /// Runs until the supply ends or something fails.
  ///
  /// @param workers makes the work of one thread
  /// @param output is given the results in the order of the pieces, one at a time, on any thread
  /// @throws IOException if the supply, a worker or the output failed; nothing is handed on then
  ///   that comes after what failed
  static <W, R> void run(Supply<W> supply, Supplier<Function<W, R>> workers, Consumer<R> output)
      throws IOException {
    run(threads(), supply, workers, output);
  }

  /// The same on so many threads.
  static <W, R> void run(
      int threads, Supply<W> supply, Supplier<Function<W, R>> workers, Consumer<R> output)
      throws IOException {
    new Run<>(threads, supply, workers, output).run();
  }

  private static final class Run<W, R> {

    private final int threads;
    private final Supply<W> supply;
    private final Supplier<Function<W, R>> workers;
    private final OrderedScheduler<R> inOrder;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final ReentrantLock input = new ReentrantLock();
    private boolean ended;

    Run(int threads, Supply<W> supply, Supplier<Function<W, R>> workers, Consumer<R> output) {
      this.threads = threads;
      this.supply = supply;
      this.workers = workers;
      this.inOrder =
          new OrderedScheduler<>(PIECES_PER_THREAD * threads, result -> handOn(output, result));
    }

    /// Fails at once: the scheduler goes on to the next result before it tells of the failure.
    private void handOn(Consumer<R> output, R result) {
      if (failure.get() != null) {
        return;
      }
      try {
        output.accept(result);
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }

    void run() throws IOException {
      List<Thread> helpers = new ArrayList<>();
      try {
        Function<W, R> own = workers.get();
        for (int i = 0; i < PIECES_FOR_ONE_THREAD && workOnce(own); i++) {}
        int more = ended ? 0 : threads - 1;
        for (int i = 0; i < more; i++) {
          helpers.add(start(workers.get()));
        }
        work(own);
      } catch (RuntimeException | Error e) {
        fail(e); // no worker could be made, or no thread: those that run must end
      }
      join(helpers);
      rethrow();
    }

    private Thread start(Function<W, R> work) {
      Thread thread = new Thread(() -> work(work), "takt-log");
      thread.setDaemon(true);
      thread.start();
      return thread;
    }

    private void work(Function<W, R> work) {
      while (workOnce(work)) {}
    }

    private boolean workOnce(Function<W, R> work) {
      long ticket = -1;
      try {
        W piece;
        input.lockInterruptibly();
        try {
          piece = ended || failure.get() != null ? null : supply.next();
          if (piece == null) {
            ended = true;
            return false;
          }
          ticket = inOrder.ticket();
        } finally {
          input.unlock();
        }
        R result = work.apply(piece);
        long done = ticket;
        ticket = -1;
        inOrder.complete(done, result);
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        fail(interrupted());
        return false;
      } catch (IOException | RuntimeException | Error e) {
        fail(e);
        if (ticket >= 0) {
          inOrder.trash(ticket);
        }
        return false;
      }
    }

    private static IOException interrupted() {
      return new InterruptedIOException("interrupted");
    }

    private void fail(Throwable e) {
      failure.compareAndSet(null, e);
    }

    /// Waits even if it is interrupted, so that nobody reads on when the input is closed; but then
    /// the helpers are interrupted, too.
    private void join(List<Thread> helpers) {
      boolean interrupted = false;
      for (Thread each : helpers) {
        while (each.isAlive()) {
          try {
            each.join();
          } catch (InterruptedException e) {
            interrupted = true;
            fail(interrupted());
            helpers.forEach(Thread::interrupt);
          }
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }

    private void rethrow() throws IOException {
      Throwable e = failure.get();
      if (e instanceof IOException io) {
        throw io;
      }
      if (e instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      if (e instanceof Error error) {
        throw error;
      }
      if (e != null) {
        throw (RuntimeException) e;
      }
    }
  }
}
