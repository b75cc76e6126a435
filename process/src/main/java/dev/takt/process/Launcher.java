package dev.takt.process;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Starts child processes and looks after them with a few threads. Thread-safe.
///
/// Its threads, its descriptors and its memory are there while it has children, and for a moment
/// longer. All threads are daemons.
public sealed interface Launcher extends AutoCloseable permits LinuxLauncher {

  /// The one that all code in this JVM can use. It cannot be closed: [#close] does nothing.
  static Launcher shared() {
    return SharedLauncher.INSTANCE;
  }

  /// To make one of one's own.
  static Builder builder() {
    return new Builder();
  }

  /// Whether this is the implementation on system calls, and not the plain one over
  /// [ProcessBuilder]. The plain one refuses groups, descriptors above 2 or of others, and ending
  /// with the parent; it knows no resource usage, and it has threads for each child.
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
    return new Capture(options).run(this, command);
  }

  /// Runs a process to its end; see [RunOptions#DEFAULT].
  default RunResult run(Command command, Duration timeout)
      throws StartException, InterruptedException {
    return run(command, RunOptions.DEFAULT.timeout(timeout));
  }

  /// Kills all children that still run and waits, for ten seconds at most, until they are gone.
  @Override
  void close();

  /// How a launcher is to be.
  final class Builder {

    private static final int SMALLEST_BUFFER = 4096;

    int pumps = Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 4);
    int bufferBytes = 1 << 18;
    Duration linger = Duration.ofSeconds(1);
    @Nullable Executor handlers;
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
    public Builder linger(Duration time) {
      linger = time;
      return this;
    }

    /// Who calls the handlers, such as an executor of virtual threads: then they may block, and
    /// hold up nobody but their own child. If nothing is said, the pumps do.
    public Builder handlers(Executor executor) {
      handlers = executor;
      return this;
    }

    /// What the threads are called.
    public Builder name(String prefix) {
      name = prefix;
      return this;
    }

    /// Makes the launcher; it has no thread and no descriptor before its first child.
    public Launcher build() {
      return new LinuxLauncher(this);
    }
  }
}
