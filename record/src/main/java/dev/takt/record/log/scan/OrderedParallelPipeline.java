package dev.takt.record.log.scan;

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

/// Reads in order, processes in parallel, delivers in order.
///
/// Memory holds only the pieces in progress, whatever the size of the input.
public final class OrderedParallelPipeline {

  /// The source of the work.
  public interface Source<W> {
    /// Returns the next piece, or null at the end. Called by one thread at a time.
    @Nullable W next() throws IOException;
  }

  /// Small inputs are finished before a second thread would have started.
  private static final int PIECES_FOR_ONE_THREAD = 4;

  private static final int MAX_THREADS = 8;
  private static final int PIECES_PER_THREAD = 4;

  private OrderedParallelPipeline() {}

  /// The number of threads to use. Each has its own sums, so more threads need more memory.
  static int threads() {
    return Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS);
  }

  /// Runs until the supply ends or something fails.
  ///
  /// @param workers creates the work of one thread
  /// @param output receives the results in the order of the pieces, one at a time, on any thread
  /// @throws IOException if the supply, a worker or the output failed, or the thread was
  ///   interrupted; no result after the failure is delivered
  public static <W, R> void run(
      Source<W> supply, Supplier<Function<W, R>> workers, Consumer<R> output) throws IOException {
    run(threads(), supply, workers, output);
  }

  /// The same with a given number of threads.
  static <W, R> void run(
      int threads, Source<W> supply, Supplier<Function<W, R>> workers, Consumer<R> output)
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

    private final Source<W> supply;
    private @Nullable W next;
    private boolean ended;

    Pieces(Source<W> supply) {
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
