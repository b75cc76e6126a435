package dev.takt.watch.jvm.attach;

import dev.takt.runs.text.EnglishText;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Calls other processes with a timeout: one that is stopped by a signal never answers.
final class TimedCall {

  private TimedCall() {}

  /// A call of another process.
  @FunctionalInterface
  interface Call<T> {
    T call() throws JvmException;
  }

  /// Runs a call in a daemon thread. After a timeout the caller goes on, and the thread stays
  /// blocked.
  ///
  /// @param callee the name of the called process, for messages
  static <T> T call(Duration timeout, String callee, Call<T> call) throws JvmException {
    FutureTask<T> task = new FutureTask<>(call::call);
    Thread.ofPlatform().daemon().name("takt-attach").start(task);
    try {
      return task.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new JvmException(
          EnglishText.format(
              "%s has not answered for %d s: is it frozen, or stopped by a signal?",
              callee, timeout.toSeconds()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JvmException("interrupted while waiting for " + callee, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof JvmException refused) {
        throw refused;
      }
      throw new JvmException("calling " + callee + " failed: " + e.getCause(), e);
    }
  }
}
