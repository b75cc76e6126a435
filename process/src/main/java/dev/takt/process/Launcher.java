package dev.takt.process;

import dev.takt.process.linux.Support;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Starts child processes and looks after them with a few threads. Thread-safe.
///
/// Its threads and descriptors are there while it has children, and for a moment longer; of its
/// memory up to 2 MiB stay. All threads are daemons: a program that has nothing else to do has to
/// wait for its children.
public sealed interface Launcher extends AutoCloseable
    permits LinuxLauncher, PlainLauncher, SharedLauncher {

  /// The one that all code in this JVM can use. It cannot be closed: [#close] does nothing.
  static Launcher shared() {
    return SharedLauncher.INSTANCE;
  }

  /// To make one of one's own.
  static Builder builder() {
    return new Builder();
  }

  /// Whether this is the implementation on the system calls of Linux, and not the plain one over
  /// [ProcessBuilder]. The plain one does the same with these differences:
  ///
  /// - [Command.Builder#leadGroup], [Command.Builder#endWithParent], descriptors above 2 and
  ///   [Redirect#inherit(int)] with another number are refused with a [StartException].
  /// - Only SIGTERM and SIGKILL can be sent. On Windows both end the child at once.
  /// - [Exit#usage] is null, and a child that a signal ended is told as [Exit.Code] with what
  ///   [Process#exitValue] says: 128 and the signal's number on Unix.
  /// - It has a thread for each output that is waited for, and one for each write that waits.
  /// - Where others hold an output that has nothing to read, [ChildHandler#onExit] comes 200 ms
  ///   after the exit; or the output ends there, for the JDK closes its end of a pipe that nobody
  ///   reads at that moment. [RunResult#complete] says true then.
  /// - Outputs that are given up, and streams of a [StreamChild] that are closed, are let go when
  ///   the next bytes come or when they end; nothing of that is shown.
  /// - [CallbackChild#closeStdinNow] takes effect once the 8 KiB that are being written are
  ///   written, and up to 8 KiB of the lost bytes that [ChildHandler#onStdinClosed] tells may have
  ///   been written.
  /// - A script without `#!` line is run by `/bin/sh` on Unix.
  boolean isNative();

  /// Starts a process whose handler is told what happens; first calls may come before this returns.
  ///
  /// @throws StartException if there is no child, with what could not be used and why
  /// @throws IllegalStateException if this launcher is closed
  CallbackChild start(Command command, ChildHandler handler) throws StartException;

  /// Starts a process to be talked to through streams, by threads of the caller's.
  ///
  /// @throws StartException if there is no child, with what could not be used and why
  /// @throws IllegalStateException if this launcher is closed
  StreamChild start(Command command) throws StartException;

  /// Runs a process to its end and keeps what it writes. When its time is over it is ended, and so
  /// it is if the calling thread is interrupted.
  ///
  /// @throws StartException if there is no child, with what could not be used and why
  /// @throws InterruptedException if the thread was interrupted; the child has been killed
  /// @throws IllegalStateException if this launcher is closed
  default RunResult run(Command command, RunOptions options)
      throws StartException, InterruptedException {
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(options, "options");
    return new Capture(options).run(this, command);
  }

  /// Runs a process to its end; see [RunOptions#DEFAULT].
  default RunResult run(Command command, Duration timeout)
      throws StartException, InterruptedException {
    return run(command, RunOptions.DEFAULT.timeout(timeout));
  }

  /// Kills all children that still run and waits, for ten seconds at most, until they are gone. In
  /// a handler that a pump calls it does not wait. The outputs of those with handlers are given up.
  @Override
  void close();

  /// How a launcher is to be.
  final class Builder {

    private static final int SMALLEST_BUFFER = 4096;

    int pumps = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);
    int bufferBytes = 1 << 18;
    Duration linger = Duration.ofSeconds(1);
    @Nullable Executor handlers;
    private boolean plain;
    String name = "takt-process";

    private Builder() {}

    /// How many threads pump; as many as there are processors, but 4 at most, if nothing is said.
    /// Each is started when there are children for it, and ends when it has had none for a while.
    public Builder pumps(int threads) {
      if (threads < 1 || threads > 1024) {
        throw new IllegalArgumentException("from 1 to 1024 threads, not " + threads);
      }
      pumps = threads;
      return this;
    }

    /// How much is read at once, and so the most that a handler is shown; 256 KiB if nothing is
    /// said. Each pump has one such buffer; a child has one only while its handler leaves bytes.
    public Builder bufferBytes(int bytes) {
      if (bytes < SMALLEST_BUFFER || bytes > 1 << 26) {
        throw new IllegalArgumentException("from 4 KiB to 64 MiB, not " + bytes);
      }
      bufferBytes = bytes;
      return this;
    }

    /// How long a pump waits for more children before it ends; 1 s if nothing is said.
    ///
    /// @throws IllegalArgumentException if it is negative
    public Builder linger(Duration time) {
      if (time.isNegative()) {
        throw new IllegalArgumentException("a time to linger is 0 or more, not " + time);
      }
      linger = time;
      return this;
    }

    /// Who calls the handlers, such as an executor of virtual threads: then they may block, and
    /// hold up nobody but their own child. If nothing is said, the pumps do; in the plain launcher,
    /// virtual threads.
    public Builder handlers(Executor executor) {
      handlers = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /// What the threads are called.
    public Builder name(String prefix) {
      name = Objects.requireNonNull(prefix, "prefix");
      return this;
    }

    /// Asks for the implementation over [ProcessBuilder], which needs no native access, also where
    /// the other one could be had; see [Launcher#isNative]. The number of pumps has no meaning for
    /// it.
    public Builder plain() {
      plain = true;
      return this;
    }

    /// Makes the launcher: on system calls where the system has them, or else plain; it has no
    /// thread and no descriptor before its first child.
    public Launcher build() {
      return !plain && Support.isThere() ? new LinuxLauncher(this) : new PlainLauncher(this);
    }
  }
}
