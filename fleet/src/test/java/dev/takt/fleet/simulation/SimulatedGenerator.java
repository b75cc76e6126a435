package dev.takt.fleet.simulation;

import dev.takt.fleet.agent.Generator;
import dev.takt.fleet.result.SyntheticMachine;
import dev.takt.load.share.Share;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A generator without a target: it writes the intervals of a known load while time passes.
///
/// In truth it is a process on a machine of its own. So it has a thread of the system, and of all
/// in this JVM one works at a time: they must not keep the agents from the processors.
final class SimulatedGenerator implements Generator {

  private static final Semaphore PROCESSOR = new Semaphore(1);

  /// How it ends before its time.
  private enum End {
    STOPPED,
    DIED,
    KILLED
  }

  private final String name;
  private final KnownLoad load;
  private final Share share;
  private final Path directory;
  private final Listener listener;
  private volatile @Nullable End end;
  private volatile long pausedUntil;
  private volatile boolean hasFinished;
  private volatile @Nullable Thread running;

  /// @param folder of the agent for this run
  SimulatedGenerator(String name, KnownLoad load, String share, Path folder, Listener listener) {
    this.name = name;
    this.load = load;
    this.share = Share.parse(share);
    this.directory = Generator.runDirectory(folder);
    this.listener = listener;
    pausedUntil = System.nanoTime();
    Thread.ofVirtual().start(listener::ready);
  }

  @Override
  public void startAt(long nanoTime) {
    running = Thread.ofPlatform().daemon().start(() -> run(nanoTime));
  }

  private void run(long start) {
    if (start - System.nanoTime() < 0) {
      listener.ended(1, "the agreed start passed before the run was ready");
      return;
    }
    try {
      write(start);
    } catch (IOException e) {
      listener.ended(1, "cannot write: " + e.getMessage());
      return;
    }
    End how = end;
    if (how == null) {
      listener.ended(0, "");
    } else if (how != End.KILLED) {
      listener.ended(how == End.STOPPED ? 130 : 137, "");
    }
  }

  private interface Work<T> {
    T work() throws IOException;
  }

  private static <T> T alone(Work<T> work) throws IOException {
    PROCESSOR.acquireUninterruptibly();
    try {
      return work.work();
    } finally {
      PROCESSOR.release();
    }
  }

  private void write(long start) throws IOException {
    SyntheticMachine machine = alone(() -> load.machine(name, share, start));
    RunDirectory run =
        alone(() -> {
          RunDirectory made = RunDirectory.create(directory);
          machine.writeRecord(made, false);
          return made;
        });
    long interval = load.launch().plan().limits().interval().toNanos();
    try (IntervalLogWriter log =
        IntervalLogWriter.create(run.latencyLog(), machine.anchor(), machine.start)) {
      for (long number : machine.intervals().keySet()) {
        await(machine.start + (number + 1) * interval);
        if (end != null) {
          writeUpTo(machine, machine.start + number * interval, run);
          return;
        }
        var _ =
            alone(() -> {
              machine.writeInterval(log, number);
              log.flush();
              return number;
            });
      }
    }
    var _ =
        alone(() -> {
          machine.writeRecord(run, true);
          return run;
        });
    hasFinished = true;
  }

  /// One that was stopped has a result of what it did until then.
  private void writeUpTo(SyntheticMachine machine, long stopped, RunDirectory run)
      throws IOException {
    if (end == End.STOPPED) {
      machine.operations.removeIf(each -> each.end() >= stopped);
      machine.writeRecord(run, true);
    }
  }

  /// Whether it has written everything.
  boolean hasFinished() {
    return hasFinished;
  }

  private void await(long due) {
    while (end == null && (System.nanoTime() - due < 0 || System.nanoTime() - pausedUntil < 0)) {
      LockSupport.parkNanos(Math.max(due - System.nanoTime(), 1_000_000));
    }
  }

  @Override
  public void stop() {
    end(End.STOPPED);
  }

  @Override
  public Duration stopTimeout() {
    return Duration.ofSeconds(10);
  }

  /// Ends with an exit code as after SIGKILL.
  void die() {
    end(End.DIED);
  }

  /// Ends together with its agent, so that no one hears of it.
  void kill() {
    end(End.KILLED);
  }

  private synchronized void end(End how) {
    end = end == null ? how : end;
    LockSupport.unpark(running);
  }

  /// Writes nothing for a while, and then everything that was due meanwhile.
  void pause(long nanos) {
    pausedUntil = System.nanoTime() + nanos;
  }

  @Override
  public void close() {
    kill();
  }
}
