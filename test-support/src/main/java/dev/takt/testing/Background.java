package dev.takt.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/// Runs tasks of tests in threads of their own. The common pool has one thread on a machine with
/// two processors: a task that blocks there would hold up all tests after it.
public final class Background {

  private static final Executor NEW_THREAD =
      task -> {
        Thread thread = new Thread(task, "test-background");
        thread.setDaemon(true);
        thread.start();
      };

  private Background() {}

  /// Starts a task that has a result.
  public static <T> CompletableFuture<T> supplyAsync(Supplier<T> task) {
    return CompletableFuture.supplyAsync(task, NEW_THREAD);
  }

  /// Starts a task without a result.
  public static CompletableFuture<Void> runAsync(Runnable task) {
    return CompletableFuture.runAsync(task, NEW_THREAD);
  }
}
