package dev.takt.process;

import dev.takt.process.internal.LauncherFactory;
import dev.takt.process.internal.LauncherSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Starts child processes and serves them with a few threads. Thread-safe.
///
/// Its threads and descriptors exist while it has children, and shortly afterwards; up to 2 MiB of
/// its memory are kept. All threads are daemons: a program that has nothing else to do must wait
/// for its children.
public interface Launcher extends AutoCloseable {

  /// The launcher shared by all code in this JVM. It cannot be closed: [#close] does nothing.
  static Launcher shared() {
    return SharedLauncher.INSTANCE;
  }

  /// A builder for a separate launcher.
  static Builder builder() {
    return new Builder();
  }

  /// Whether this is the implementation on the system calls of Linux, and not the plain one over
  /// [ProcessBuilder]. The plain one behaves the same with these differences:
  ///
  /// - [Command.Builder#leadGroup], [Command.Builder#endWithParent], descriptors above 2 and
  ///   [Redirect#inherit(int)] with another number are rejected with a [StartException].
  /// - Only SIGTERM and SIGKILL can be sent. On Windows both end the child at once.
  /// - [Exit#usage] is null, and a child that was killed by a signal is reported as [Exit.Code]
  ///   with [Process#exitValue]: 128 plus the signal's number on Unix.
  /// - It has a thread for each output that it reads, and one for each blocked write.
  /// - Where other processes hold an output that has nothing to read, [ChildHandler#onExit] comes
  ///   200 ms after the exit. Or the output ends there, because the JDK closes its end of a pipe
  ///   that is not being read at that moment; [RunResult#complete] is true then.
  /// - Outputs that are closed early, and closed streams of a [StreamChild], are released when the
  ///   next bytes arrive or when they end; those bytes are discarded.
  /// - [CallbackChild#closeStdinNow] takes effect after the current write of up to 8 KiB. Up to 8
  ///   KiB of the lost bytes that [ChildHandler#onStdinClosed] reports may have been written.
  /// - A script without a `#!` line is run by `/bin/sh` on Unix.
  boolean isNative();

  /// Starts a process with a handler; its first calls may come before this method returns.
  ///
  /// @throws StartException if the start fails, with what could not be used and why
  /// @throws IllegalStateException if this launcher is closed
  CallbackChild start(Command command, ChildHandler handler) throws StartException;

  /// Starts a process with blocking streams, which the caller's threads read and write.
  ///
  /// @throws StartException if the start fails, with what could not be used and why
  /// @throws IllegalStateException if this launcher is closed
  StreamChild start(Command command) throws StartException;

  /// Runs a process to its end and captures its outputs. It is ended on timeout, and if the calling
  /// thread is interrupted.
  ///
  /// @throws StartException if the start fails, with what could not be used and why
  /// @throws InterruptedException if the thread was interrupted; the child has been killed
  /// @throws IllegalStateException if this launcher is closed
  default RunResult run(Command command, RunOptions options)
      throws StartException, InterruptedException {
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(options, "options");
    return new Capture(options).run(this, command);
  }

  /// Runs a process to its end with a timeout; see [RunOptions#DEFAULT] for the other options.
  default RunResult run(Command command, Duration timeout)
      throws StartException, InterruptedException {
    return run(command, RunOptions.DEFAULT.timeout(timeout));
  }

  /// Kills all children that still run and waits, for at most ten seconds, until they have ended.
  /// In a handler that an event-loop thread calls it does not wait. The outputs of children with
  /// handlers are closed.
  @Override
  void close();

  /// Builds a launcher.
  final class Builder {

    private static final int SMALLEST_BUFFER = 4096;

    private int eventLoops = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);
    private int bufferBytes = 1 << 18;
    private Duration linger = Duration.ofSeconds(1);
    private @Nullable Executor handlers;
    private boolean plain;
    private String name = "takt-process";

    private Builder() {}

    /// The number of event-loop threads that serve the children. Default: the number of processors,
    /// but at most 4. Each is started when it gets children, and ends when it has had none for the
    /// linger time.
    public Builder eventLoops(int threads) {
      if (threads < 1 || threads > 1024) {
        throw new IllegalArgumentException("from 1 to 1024 threads, not " + threads);
      }
      eventLoops = threads;
      return this;
    }

    /// The buffer size, which bounds one read and so one call of a handler; default 256 KiB. Each
    /// event-loop thread has one such buffer; a child has one only while its handler leaves bytes.
    public Builder bufferBytes(int bytes) {
      if (bytes < SMALLEST_BUFFER || bytes > 1 << 26) {
        throw new IllegalArgumentException("from 4 KiB to 64 MiB, not " + bytes);
      }
      bufferBytes = bytes;
      return this;
    }

    /// How long an event-loop thread waits for more children before it ends; default 1 s.
    ///
    /// @throws IllegalArgumentException if it is negative
    public Builder linger(Duration time) {
      if (time.isNegative()) {
        throw new IllegalArgumentException("a time to linger is 0 or more, not " + time);
      }
      linger = time;
      return this;
    }

    /// Executor that calls the handlers, for example one of virtual threads: they may block then,
    /// and delay only their own child. Default: the event-loop threads; in the plain launcher,
    /// virtual threads.
    public Builder handlers(Executor executor) {
      handlers = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /// Prefix of the thread names.
    public Builder name(String prefix) {
      name = Objects.requireNonNull(prefix, "prefix");
      return this;
    }

    /// Selects the implementation over [ProcessBuilder], which needs no native access, even where
    /// the other one is available; see [Launcher#isNative]. It ignores the number of event-loop
    /// threads.
    public Builder plain() {
      plain = true;
      return this;
    }

    /// Builds the launcher: on Linux system calls where they are available, otherwise plain. It has
    /// no thread and no descriptor before its first child.
    public Launcher build() {
      return (Launcher)
          LauncherFactory.create(
              plain, new LauncherSettings(eventLoops, bufferBytes, linger, handlers, name));
    }
  }
}
