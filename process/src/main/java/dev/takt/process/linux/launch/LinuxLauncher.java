package dev.takt.process.linux.launch;

import dev.takt.process.CallbackChild;
import dev.takt.process.ChildHandler;
import dev.takt.process.Command;
import dev.takt.process.Exit;
import dev.takt.process.Launcher;
import dev.takt.process.StartException;
import dev.takt.process.StreamChild;
import dev.takt.process.child.StartFailure;
import dev.takt.process.internal.Durations;
import dev.takt.process.internal.LauncherSettings;
import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.NativeText;
import dev.takt.process.linux.Spawner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Starts children with `posix_spawn` and distributes them over its reactors.
final class LinuxLauncher implements Launcher {

  private static final int MAX_BUFFERS_KEPT = 32;
  private static final int MAX_SPAWNERS_KEPT = 16;
  private static final int SMALL_BYTES = 64;
  private static final Duration CLOSING_TIMEOUT = Duration.ofSeconds(10);

  /// Buffers for threads that are not reactors; each may hold one for a long time.
  final MemoryPool buffers;

  /// Small pieces of memory for single calls.
  final MemoryPool small = new MemoryPool(SMALL_BYTES, MAX_BUFFERS_KEPT);

  /// Size of a reactor's buffer.
  final int bufferBytes;

  private final long lingerMillis;
  private final String name;
  private final @Nullable Executor handlers;
  private final ArrayDeque<Spawner> spawners = new ArrayDeque<>();

  // Guarded by the array itself.
  private final @Nullable Reactor[] reactors;
  private int reactorsStarted;

  private volatile boolean closed;

  LinuxLauncher(LauncherSettings settings) {
    bufferBytes = settings.bufferBytes();
    lingerMillis = Durations.nanos(settings.linger()) / 1_000_000;
    name = settings.name();
    handlers = settings.handlers();
    reactors = new Reactor[settings.eventLoops()];
    buffers = new MemoryPool(Math.min(bufferBytes, Libc.PIPE_BYTES), MAX_BUFFERS_KEPT);
  }

  @Override
  public boolean isNative() {
    return true;
  }

  @Override
  public CallbackChild start(Command command, ChildHandler handler) throws StartException {
    return (CallbackChild) launch(command, Objects.requireNonNull(handler, "handler"));
  }

  @Override
  public StreamChild start(Command command) throws StartException {
    return (StreamChild) launch(command, null);
  }

  /// @param handler null for a child with streams
  private LinuxChild launch(Command command, @Nullable ChildHandler handler) throws StartException {
    Objects.requireNonNull(command, "command");
    if (closed) {
      throw new IllegalStateException("the launcher is closed");
    }
    if (handler != null && command.bufferBytes() > handlerBytes()) {
      throw StartFailure.ofBuffer(command, handlerBytes());
    }
    Spawner spawner = takeSpawner();
    try {
      return launch(spawner, command, handler);
    } finally {
      giveSpawner(spawner);
    }
  }

  /// The maximum size of a handler's buffer.
  int handlerBytes() {
    return handlers == null ? bufferBytes : buffers.size();
  }

  private LinuxChild launch(Spawner spawner, Command command, @Nullable ChildHandler handler)
      throws StartException {
    NativeMemory memory = spawner.memory();
    // First the steps that can fail before there is a child. Descriptors that are closed after the
    // start leave room for the process descriptor.
    Reactor reactor = reactorFor(command, memory);
    Wiring wiring = new Wiring(command, memory);
    int pid = -1;
    int pidfd = -1;
    boolean adopted = false;
    try {
      wiring.open();
      pid =
          spawner.spawn(
              command.words(),
              command.inheritsEnvironment(),
              command.environmentChanges(),
              command.directory() == null ? null : NativeText.encode(command.directory()),
              wiring.given(),
              command.leadsGroup());
      wiring.closeChilds();
      if (pid < 0) {
        throw StartFailure.ofSpawn(command, -pid);
      }
      pidfd = orThrow(command, Libc.pidfdOpen(memory, pid));
      orThrow(command, wiring.parentDeathPipe().arm(memory, command.leadsGroup() ? -pid : pid));
      LinuxChild child = adopted(reactor, memory, command, pid, pidfd, wiring, handler);
      adopted = true;
      watch(child, command, memory);
      return child;
    } finally {
      if (!adopted) {
        wiring.closeAll();
        if (pid > 0) {
          endUnwatched(memory, pid, pidfd);
        }
      }
    }
  }

  private void watch(LinuxChild child, Command command, NativeMemory memory) throws StartException {
    int result = child.watch(memory);
    if (result < 0) {
      child.abortStart();
      orThrow(command, result);
    }
    child.begin();
    if (closed) {
      child.launcherClosed();
    }
  }

  private static int orThrow(Command command, int result) throws StartException {
    if (result < 0) {
      throw StartFailure.ofDescriptor(command, command.program(), -result);
    }
    return result;
  }

  private LinuxChild adopted(
      Reactor first,
      NativeMemory memory,
      Command command,
      int pid,
      int pidfd,
      Wiring wiring,
      @Nullable ChildHandler handler)
      throws StartException {
    Reactor reactor = first;
    while (true) {
      LinuxChild child =
          handler == null
              ? new LinuxStreamChild(this, reactor, command, pid, pidfd, wiring)
              : new LinuxCallbackChild(
                  this, reactor, command, pid, pidfd, wiring, handler, handlers);
      if (reactor.adopt(child)) {
        return child;
      }
      // The reactor has ended in the meantime.
      reactor = reactorFor(command, memory);
    }
  }

  /// Kills a child that cannot be watched, and waits for its end. It is a child of this process and
  /// not reaped, so its pid cannot have been reused.
  private static void endUnwatched(NativeMemory memory, int pid, int pidfd) {
    if (pidfd >= 0) {
      Libc.close(memory, pidfd);
    }
    Libc.kill(memory, pid, Libc.SIGKILL);
    Libc.reap(memory, pid);
  }

  /// The reactor with the fewest children; a new reactor is preferred to one that has children.
  private Reactor reactorFor(Command command, NativeMemory memory) throws StartException {
    synchronized (reactors) {
      int best = -1;
      int least = Integer.MAX_VALUE;
      for (int i = 0; i < reactors.length && least > 0; i++) {
        Reactor reactor = reactors[i];
        int load = reactor == null ? 0 : reactor.load();
        if (load < least) {
          best = i;
          least = load;
        }
      }
      Reactor reactor = reactors[best];
      if (reactor == null || reactor.isRetired()) {
        try {
          reactor =
              Reactor.start(memory, name + "-" + ++reactorsStarted, bufferBytes, lingerMillis);
        } catch (Reactor.ReactorException e) {
          throw StartFailure.ofDescriptor(command, command.program(), e.errno);
        }
        reactors[best] = reactor;
      }
      return reactor;
    }
  }

  private boolean isReactor() {
    synchronized (reactors) {
      for (Reactor reactor : reactors) {
        if (reactor != null && reactor.isCurrentThread()) {
          return true;
        }
      }
      return false;
    }
  }

  private Spawner takeSpawner() {
    synchronized (spawners) {
      Spawner spawner = spawners.pollLast();
      if (spawner != null) {
        return spawner;
      }
    }
    return new Spawner();
  }

  private void giveSpawner(Spawner spawner) {
    synchronized (spawners) {
      if (spawners.size() < MAX_SPAWNERS_KEPT) {
        spawners.addLast(spawner);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    List<LinuxChild> left = new ArrayList<>();
    synchronized (reactors) {
      for (Reactor reactor : reactors) {
        if (reactor != null) {
          left.addAll(List.of(reactor.children()));
        }
      }
    }
    left.forEach(LinuxChild::launcherClosed);
    if (isReactor()) {
      return; // a handler closes the launcher: its thread must detect the exits
    }
    long deadline = Durations.after(System.nanoTime(), CLOSING_TIMEOUT);
    try {
      for (LinuxChild child : left) {
        Optional<Exit> _ =
            child.awaitExit(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
