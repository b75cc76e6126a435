package dev.takt.process.child;

import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.internal.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A child whose exit can be waited for: the common base of all kinds of children. Its monitor
/// guards the state of the exit.
public abstract class AwaitedChild {

  private final Command command;

  // Guarded by this.
  private @Nullable CompletableFuture<Exit> future;

  private volatile @Nullable Exit exit;

  protected AwaitedChild(Command command) {
    this.command = command;
  }

  /// Checks that the calling thread may wait for the exit.
  ///
  /// @throws IllegalStateException if it is the thread that detects the exit
  protected abstract void requireNotNotifyingThread();

  /// Records the exit and wakes waiting threads.
  protected void notifyExit(Exit found) {
    CompletableFuture<Exit> waiting;
    synchronized (this) {
      exit = found;
      waiting = future;
      notifyAll();
    }
    if (waiting != null) {
      waiting.complete(found);
    }
  }

  public final Command command() {
    return command;
  }

  public final Optional<Exit> exit() {
    return Optional.ofNullable(exit);
  }

  public final Exit awaitExit() throws InterruptedException {
    synchronized (this) {
      Exit found;
      while ((found = exit) == null) {
        requireNotNotifyingThread();
        wait();
      }
      return found;
    }
  }

  public final Optional<Exit> awaitExit(Duration timeout) throws InterruptedException {
    Objects.requireNonNull(timeout, "timeout");
    long deadline = Durations.after(System.nanoTime(), timeout);
    synchronized (this) {
      while (exit == null) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          break;
        }
        requireNotNotifyingThread();
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
      return exit();
    }
  }

  public final CompletableFuture<Exit> onExit() {
    synchronized (this) {
      CompletableFuture<Exit> asked = future;
      if (asked == null) {
        asked = new CompletableFuture<>();
        future = asked;
        Exit found = exit;
        if (found != null) {
          asked.complete(found);
        }
      }
      return asked;
    }
  }
}
