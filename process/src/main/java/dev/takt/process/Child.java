package dev.takt.process;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A process that was started by a [Launcher]. Thread-safe.
///
/// Signals reach this child or no process: a pid that the system has reused for another process is
/// never signalled.
public sealed interface Child permits CallbackChild, StreamChild {

  /// The process id.
  long pid();

  /// The command that was started.
  Command command();

  /// Whether its exit has not been detected yet.
  default boolean isRunning() {
    return exit().isEmpty();
  }

  /// How it ended; empty while it runs. With callbacks, this is present once [ChildHandler#onExit]
  /// has returned.
  Optional<Exit> exit();

  /// Waits for its exit. A virtual thread that waits does not block its carrier.
  Exit awaitExit() throws InterruptedException;

  /// Waits for its exit, for a limited time.
  ///
  /// @return empty if it still runs after `timeout`
  Optional<Exit> awaitExit(Duration timeout) throws InterruptedException;

  /// Its exit as a future; the same object each time. It is completed by the thread that detects
  /// the exit: run long dependent actions elsewhere (`thenAcceptAsync`).
  CompletableFuture<Exit> onExit();

  /// Sends a signal.
  ///
  /// @return false if the child has ended, or runs as another user and does not accept signals from
  ///   this one
  /// @throws UnsupportedOperationException if the launcher is plain, and this is not SIGTERM or
  ///   SIGKILL
  default boolean signal(Signal signal) {
    return signal(signal.number());
  }

  /// Sends a signal by its number on this system.
  ///
  /// @return false if the child has ended, or runs as another user and does not accept signals from
  ///   this one
  /// @throws IllegalArgumentException if there is no such signal
  /// @throws UnsupportedOperationException if the launcher is plain, and this is not SIGTERM or
  ///   SIGKILL
  boolean signal(int number);

  /// Sends a signal to the child and the whole process group that it leads. This is possible while
  /// the child runs, while one of its piped outputs has not ended, and in [ChildHandler#onExit].
  ///
  /// @return false if that is no longer possible
  /// @throws IllegalStateException if it was not started with [Command.Builder#leadGroup]
  boolean signalGroup(int number);

  /// Sends SIGTERM, to the whole group if the child leads one.
  ///
  /// @return false if it has ended, or does not accept signals from this user
  boolean terminate();

  /// Sends SIGKILL, to the whole group if the child leads one.
  ///
  /// @return false if it has ended, or does not accept signals from this user
  boolean kill();

  /// Sends SIGTERM, and SIGKILL after `timeout` if the child still runs. A group that it leads gets
  /// both signals, even if the child itself has ended by then. Returns at once.
  ///
  /// @return false if it has ended, or does not accept signals from this user
  boolean terminate(Duration timeout);
}
