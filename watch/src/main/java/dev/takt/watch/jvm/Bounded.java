package dev.takt.watch.jvm;

import dev.takt.runs.text.EnglishText;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Calls of other processes that may never answer, such as one that was stopped by a signal.
final class Bounded {

  private Bounded() {}

  /// What may be called so.
  @FunctionalInterface
  interface Call<T> {
    T call() throws JvmException;
  }

  /// Calls, and gives up after a time: the thread that calls is a daemon and stays behind.
  ///
  /// @param whom who does not answer then, for people
  static <T> T call(Duration patience, String whom, Call<T> call) throws JvmException {
    FutureTask<T> task = new FutureTask<>(call::call);
    Thread.ofPlatform().daemon().name("takt-attach").start(task);
    try {
      return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new JvmException(
          EnglishText.format(
              "%s has not answered for %d s: is it frozen, or stopped by a signal?",
              whom, patience.toSeconds()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JvmException("interrupted while " + whom + " was asked", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof JvmException refused) {
        throw refused;
      }
      throw new JvmException(whom + " cannot be asked: " + e.getCause(), e);
    }
  }
}
