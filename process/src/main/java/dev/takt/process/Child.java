package dev.takt.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A process that was started by a [Launcher]. Thread-safe.
///
/// Signals reach this child or nobody: a number that the system has given to another process since
/// is never used.
public sealed interface Child permits CallbackChild, StreamChild {

  /// Its number.
  long pid();

  /// What was started.
  Command command();

  /// Whether its end has not been noticed yet.
  default boolean isRunning() {
    return exit().isEmpty();
  }

  /// How it ended; empty while it runs. With callbacks, this is there once [ChildHandler#onExit]
  /// has returned.
  Optional<Exit> exit();

  /// Waits for its end. A virtual thread that waits holds no other thread.
  Exit awaitExit() throws InterruptedException;

  /// Waits for its end.
  ///
  /// @return empty if it still runs after `patience`
  Optional<Exit> awaitExit(Duration patience) throws InterruptedException;

  /// Its end, as a future; the same each time. It is completed by the thread that noticed: what
  /// depends on it and takes long belongs elsewhere (`thenAcceptAsync`).
  CompletableFuture<Exit> onExit();

  /// Sends a signal.
  ///
  /// @return false if the child has ended, or runs as another user and does not take it from this
  ///   one
  /// @throws UnsupportedOperationException if the launcher is plain, and this is not SIGTERM or
  ///   SIGKILL
  default boolean signal(Signal signal) {
    return signal(signal.number());
  }

  /// Sends a signal by its number on this system.
  ///
  /// @return false if the child has ended, or runs as another user and does not take it from this
  ///   one
  /// @throws IllegalArgumentException if there is no such signal
  /// @throws UnsupportedOperationException if the launcher is plain, and this is not SIGTERM or
  ///   SIGKILL
  boolean signal(int number);

  /// Sends a signal to the child and all of the process group that it leads. This can be done for
  /// as long as the child runs or one of its piped outputs has not ended, and in
  /// [ChildHandler#onExit].
  ///
  /// @return false if that is over
  /// @throws IllegalStateException if it was not started with [Command.Builder#leadGroup]
  boolean signalGroup(int number);

  /// Asks it to end: SIGTERM, to the whole group if it leads one.
  ///
  /// @return false if it has ended, or does not take signals from this user
  boolean terminate();

  /// Ends it at once: SIGKILL, to the whole group if it leads one.
  ///
  /// @return false if it has ended, or does not take signals from this user
  boolean kill();

  /// Asks it to end, and ends it if it has not after `patience`; a group that it leads likewise,
  /// whether or not it has ended itself by then. Returns at once.
  ///
  /// @return false if it has ended, or does not take signals from this user
  boolean terminate(Duration patience);
}
