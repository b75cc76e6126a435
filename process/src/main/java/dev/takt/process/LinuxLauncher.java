package dev.takt.process;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.process.linux.Spawner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Starts children with `posix_spawn` and shares them out among its pumps.
final class LinuxLauncher implements Launcher {

  private static final int MOST_BUFFERS_KEPT = 32;
  private static final int MOST_SPAWNERS_KEPT = 16;
  private static final int SMALL_BYTES = 64;
  private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(10);

  /// For bytes: [Launcher.Builder#bufferBytes] each.
  final MemoryPool buffers;

  /// For a call.
  final MemoryPool small = new MemoryPool(SMALL_BYTES, MOST_BUFFERS_KEPT);

  private final int bufferBytes;
  private final long lingerMillis;
  private final String name;
  private final @Nullable Executor handlers;
  private final ArrayDeque<Spawner> spawners = new ArrayDeque<>();

  // Guarded by the array itself.
  private final @Nullable Pump[] pumps;
  private int pumpsMade;

  private volatile boolean closed;

  LinuxLauncher(Launcher.Builder builder) {
    bufferBytes = builder.bufferBytes;
    lingerMillis = Durations.nanos(builder.linger) / 1_000_000;
    name = builder.name;
    handlers = builder.handlers;
    pumps = new Pump[builder.pumps];
    buffers = new MemoryPool(bufferBytes, MOST_BUFFERS_KEPT);
  }

  @Override
  public boolean isNative() {
    return true;
  }

  @Override
  public CallbackChild start(Command command, ChildHandler handler) throws StartException {
    return (CallbackChild) launch(command, handler);
  }

  @Override
  public StreamChild start(Command command) throws StartException {
    return (StreamChild) launch(command, null);
  }

  /// @param handler null for a child with streams
  private LinuxChild launch(Command command, @Nullable ChildHandler handler) throws StartException {
    if (closed) {
      throw new IllegalStateException("the launcher is closed");
    }
    Spawner spawner = takeSpawner();
    try {
      return launch(spawner, command, handler);
    } finally {
      giveSpawner(spawner);
    }
  }

  private LinuxChild launch(Spawner spawner, Command command, @Nullable ChildHandler handler)
      throws StartException {
    NativeMemory memory = spawner.memory();
    Wiring wiring = new Wiring(command, memory);
    wiring.open();
    int pid =
        spawner.spawn(
            command.words(),
            command.environment(),
            command.directory() == null ? null : command.directory().toString(),
            wiring.given(),
            command.leadsGroup());
    wiring.closeChilds();
    if (pid < 0) {
      wiring.closeAll();
      throw StartFailure.ofSpawn(command, -pid);
    }
    int pidfd = Libc.pidfdOpen(memory, pid);
    if (pidfd < 0) {
      wiring.closeAll();
      endUnwatched(memory, pid);
      throw StartFailure.ofDescriptor(command, command.program(), -pidfd);
    }
    return lookAfter(memory, command, pid, pidfd, wiring, handler);
  }

  private LinuxChild lookAfter(
      NativeMemory memory,
      Command command,
      int pid,
      int pidfd,
      Wiring wiring,
      @Nullable ChildHandler handler)
      throws StartException {
    int error = wiring.lifeLine().tie(memory, command.leadsGroup() ? -pid : pid);
    while (error >= 0) {
      LinuxChild child;
      try {
        Pump pump = pump(memory);
        child =
            handler == null
                ? new LinuxStreamChild(this, pump, command, pid, pidfd, wiring)
                : new LinuxCallbackChild(
                    this, pump, command, pid, pidfd, wiring, handler, handlers);
      } catch (Pump.PumpException e) {
        error = -e.errno;
        break;
      }
      // A pump may end at the last moment; then there is another.
      if (child.pump.adopt(child)) {
        error = child.watch(memory);
        if (error >= 0) {
          if (closed) {
            child.giveUp();
          }
          return child;
        }
        child.pump.forget(child);
      }
    }
    wiring.lifeLine().untie(memory);
    wiring.closeAll();
    Libc.close(memory, pidfd);
    endUnwatched(memory, pid);
    throw StartFailure.ofDescriptor(command, command.program(), -error);
  }

  /// Ends a child that cannot be looked after, and waits until it is gone. It is this process's and
  /// not reaped, so its number is its own.
  private static void endUnwatched(NativeMemory memory, int pid) {
    Libc.kill(memory, pid, Libc.SIGKILL);
    Libc.reap(memory, pid);
  }

  /// The pump with the fewest children; a new one rather than one that has some.
  private Pump pump(NativeMemory memory) throws Pump.PumpException {
    synchronized (pumps) {
      int best = -1;
      int least = Integer.MAX_VALUE;
      for (int i = 0; i < pumps.length && least > 0; i++) {
        Pump pump = pumps[i];
        int load = pump == null ? 0 : pump.load();
        if (load < least) {
          best = i;
          least = load;
        }
      }
      Pump pump = pumps[best];
      if (pump == null || pump.isRetired()) {
        pump = Pump.start(memory, name + "-" + ++pumpsMade, bufferBytes, lingerMillis);
        pumps[best] = pump;
      }
      return pump;
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
      if (spawners.size() < MOST_SPAWNERS_KEPT) {
        spawners.addLast(spawner);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    List<LinuxChild> left = new ArrayList<>();
    synchronized (pumps) {
      for (Pump pump : pumps) {
        if (pump != null) {
          left.addAll(List.of(pump.children()));
        }
      }
    }
    left.forEach(LinuxChild::giveUp);
    long deadline = Durations.after(System.nanoTime(), CLOSING_PATIENCE);
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
