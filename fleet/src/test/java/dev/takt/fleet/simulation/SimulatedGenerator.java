package dev.takt.fleet.simulation;

import dev.takt.fleet.agent.Generator;
import dev.takt.fleet.result.SyntheticMachine;
import dev.takt.load.share.Share;
import dev.takt.record.log.write.IntervalLogWriter;
import dev.takt.runs.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A generator without a target: it writes the intervals of a known load while time passes.
final class SimulatedGenerator implements Generator {

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

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
    Thread.ofVirtual().start(() -> run(nanoTime));
  }

  private void run(long start) {
    if (start - System.nanoTime() < 0) {
      listener.ended(1, "the agreed start passed before the run was ready");
      return;
    }
    try {
      write(load.machine(name, share, start));
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

  private void write(SyntheticMachine machine) throws IOException {
    RunDirectory run = RunDirectory.create(directory);
    machine.writeRecord(run, false);
    long interval = load.launch().plan().limits().interval().toNanos();
    try (IntervalLogWriter log =
        IntervalLogWriter.create(run.latencyLog(), machine.anchor(), machine.start)) {
      for (long number : machine.intervals().keySet()) {
        await(machine.start + (number + 1) * interval);
        if (end != null) {
          writeUpTo(machine, machine.start + number * interval, run);
          return;
        }
        machine.writeInterval(log, number);
        log.flush();
      }
    }
    machine.writeRecord(run, true);
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
      LockSupport.parkNanos(Math.clamp(due - System.nanoTime(), 1_000_000, STEP_NANOS));
    }
  }

  @Override
  public void stop() {
    end(End.STOPPED);
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
