package dev.takt.explain.trace;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/// Something that another thread works out while the own one does something else.
///
/// @param <T> what comes of it
public final class Meanwhile<T> {

  private final CompletableFuture<T> work;

  private Meanwhile(CompletableFuture<T> work) {
    this.work = work;
  }

  /// Begins with it.
  public static <T> Meanwhile<T> of(Supplier<T> work) {
    return new Meanwhile<>(CompletableFuture.supplyAsync(work));
  }

  /// The same in a thread of its own, which has it done even where all others wait for something.
  public static <T> Meanwhile<T> ofOwnThread(Supplier<T> work) {
    return new Meanwhile<>(
        CompletableFuture.supplyAsync(
            work, task -> Thread.ofPlatform().daemon().name("takt-meanwhile").start(task)));
  }

  /// Waits for it. What was thrown there is thrown here as it was, so that who looks for a lack of
  /// memory finds it.
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
