package dev.takt.process.portable;

import dev.takt.process.CallbackChild;
import dev.takt.process.ChildHandler;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.Redirect;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import dev.takt.process.child.StartFailure;
import dev.takt.process.internal.Durations;
import dev.takt.process.internal.LauncherSettings;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Starts children with [ProcessBuilder]: for systems without the Linux system calls, and for
/// programs without native access.
final class PlainLauncher implements Launcher {

  private static final Duration CLOSING_TIMEOUT = Duration.ofSeconds(10);

  private final int bufferBytes;

  /// For reads and writes of pipes, which block their thread. Not virtual threads: a virtual thread
  /// that reads a file or a pipe blocks its carrier, of which there are 256 at most, so a hundred
  /// quiet children could block all virtual threads of the program.
  final Executor waiting;

  /// For tasks that park while they wait.
  final Executor light;

  /// For calls of handlers.
  final Executor handlers;

  private final Set<PlainChild> children = ConcurrentHashMap.newKeySet();

  private volatile boolean closed;

  PlainLauncher(LauncherSettings settings) {
    bufferBytes = settings.bufferBytes();
    Thread.Builder virtual = Thread.ofVirtual().name(settings.name());
    light = virtual::start;
    handlers = settings.handlers() == null ? light : settings.handlers();
    waiting =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            Durations.nanos(settings.linger()),
            TimeUnit.NANOSECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name(settings.name() + "-", 1).factory());
  }

  @Override
  public boolean isNative() {
    return false;
  }

  @Override
  public CallbackChild start(Command command, ChildHandler handler) throws StartException {
    Objects.requireNonNull(handler, "handler");
    if (command.bufferBytes() > bufferBytes) {
      throw StartFailure.ofBuffer(command, bufferBytes);
    }
    return register(new PlainCallbackChild(this, command, launch(command), handler));
  }

  @Override
  public StreamChild start(Command command) throws StartException {
    return register(new PlainStreamChild(this, command, launch(command)));
  }

  private Process launch(Command command) throws StartException {
    Objects.requireNonNull(command, "command");
    if (closed) {
      throw new IllegalStateException("the launcher is closed");
    }
    return new PlainCommand(command).start();
  }

  private <C extends PlainChild> C register(C child) {
    children.add(child);
    try {
      child.begin();
    } catch (OutOfMemoryError e) {
      child.kill();
      children.remove(child);
      throw e; // no more threads
    }
    if (closed) {
      child.kill();
    }
    return child;
  }

  void forget(PlainChild child) {
    children.remove(child);
  }

  /// The size of the buffers of a child.
  int bufferBytes(Command command) {
    return command.bufferBytes() > 0 ? Math.min(command.bufferBytes(), bufferBytes) : bufferBytes;
  }

  /// The reader of one of the outputs.
  ///
  /// @return null if it is not a pipe
  @Nullable PipeReader reader(Command command, Process process, int number, Runnable changed) {
    if (!(command.descriptors().get(number) instanceof Redirect.Pipe)) {
      return null;
    }
    InputStream in = number == 1 ? process.getInputStream() : process.getErrorStream();
    return new PipeReader(in, bufferBytes(command), waiting, changed);
  }

  @Override
  public void close() {
    closed = true;
    List<PlainChild> left = List.copyOf(children);
    left.forEach(PlainChild::kill);
    long deadline = Durations.after(System.nanoTime(), CLOSING_TIMEOUT);
    try {
      for (PlainChild child : left) {
        Optional<Exit> _ =
            child.awaitExit(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
