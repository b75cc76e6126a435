package dev.takt.record.log;

import dev.takt.ordered.InOrder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads in order, works in parallel, hands on in order.
///
/// As much is in memory as there are pieces under way, whatever the input's size.
final class InParallel {

  /// Where the work comes from.
  interface Supply<W> {
    /// The next piece, or null at the end. Called by one thread at a time.
    @Nullable W next() throws IOException;
  }

  /// Small inputs are done before a second thread would have started.
  private static final int PIECES_FOR_ONE_THREAD = 4;

  private static final int MAX_THREADS = 8;
  private static final int PIECES_PER_THREAD = 4;

  private InParallel() {}

  /// How many threads to use: each has sums of its own, so more of them cost memory.
  static int threads() {
    return Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS);
  }

  /// Runs until the supply ends or something fails.
  ///
  /// @param workers makes the work of one thread
  /// @param output is given the results in the order of the pieces, one at a time, on any thread
  /// @throws IOException if the supply, a worker or the output failed, or the thread was
  ///   interrupted; nothing is handed on then that comes after what failed
  static <W, R> void run(Supply<W> supply, Supplier<Function<W, R>> workers, Consumer<R> output)
      throws IOException {
    run(threads(), supply, workers, output);
  }

  /// The same on so many threads.
  static <W, R> void run(
      int threads, Supply<W> supply, Supplier<Function<W, R>> workers, Consumer<R> output)
      throws IOException {
    Pieces<W> pieces = new Pieces<>(supply);
    Function<W, R> own = workers.get();
    try {
      for (int i = 0; i < PIECES_FOR_ONE_THREAD && pieces.hasNext(); i++) {
        output.accept(own.apply(pieces.next()));
      }
      if (pieces.hasNext()) {
        InOrder.mapEach(
            pieces, threads, PIECES_PER_THREAD * threads, ownFirst(own, workers), output);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static <F> Supplier<F> ownFirst(F own, Supplier<F> others) {
    boolean[] given = {false};
    return () -> {
      if (given[0]) {
        return others.get();
      }
      given[0] = true;
      return own;
    };
  }

  /// A supply that ends when its thread is interrupted.
  private static final class Pieces<W> implements Iterator<W> {

    private final Supply<W> supply;
    private @Nullable W next;
    private boolean ended;

    Pieces(Supply<W> supply) {
      this.supply = supply;
    }

    @Override
    public boolean hasNext() {
      if (next == null && !ended) {
        try {
          if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("interrupted");
          }
          next = supply.next();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        ended = next == null;
      }
      return next != null;
    }

    @Override
    public W next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      W piece = Objects.requireNonNull(next);
      next = null;
      return piece;
    }
  }
}
