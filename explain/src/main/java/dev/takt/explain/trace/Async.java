package dev.takt.explain.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// A future: a value that another thread computes. Unlike [CompletableFuture], it throws an
/// exception of the computation as it is, not wrapped.
///
/// @param <T> the type of the value
public final class Async<T> {

  private final CompletableFuture<T> work;

  private Async(CompletableFuture<T> work) {
    this.work = work;
  }

  /// Starts a computation in the common pool.
  public static <T> Async<T> start(Supplier<T> work) {
    return new Async<>(CompletableFuture.supplyAsync(work));
  }

  /// Starts a computation in a thread of its own, so that it makes progress even if all threads of
  /// the common pool are blocked.
  public static <T> Async<T> startInOwnThread(Supplier<T> work) {
    return new Async<>(
        CompletableFuture.supplyAsync(
            work, task -> Thread.ofPlatform().daemon().name("takt-meanwhile").start(task)));
  }

  /// Waits for the value. Rethrows an unchecked exception of the computation unwrapped, so that
  /// handlers, for example of [OutOfMemoryError], recognise it.
  public T get() {
    try {
      return work.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
