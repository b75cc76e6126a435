package dev.takt.driver.exec;

import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.process.CallbackChild;
import dev.takt.process.Launcher;
import dev.takt.process.StartException;
import dev.takt.queues.MpscArrayQueue;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Starts processes for one event loop and reports their ends. Used only by the thread that created
/// it.
///
/// A start runs in the event loop's thread and blocks it for some hundred microseconds, in which it
/// sends nothing else. The end is timed by the thread that receives the exit notification, so a
/// start in progress does not delay the measured end of another process.
final class ExecTransport implements Transport {

  private final List<ExecOperation> operations;
  private final long seed;
  private final Launcher launcher;
  private final Thread loop = Thread.currentThread();
  private final ProcessSlot[] processes;
  private final RenderBuffer scratch = new RenderBuffer();

  /// Ended processes. Between two polls, a slot can have two of them: the current one, and one that
  /// was cancelled just after it had ended.
  private final MpscArrayQueue<ProcessSlot> ended;

  /// @param launcher closed together with this transport
  ExecTransport(List<ExecOperation> operations, long seed, Launcher launcher, int slots) {
    this.operations = operations;
    this.seed = seed;
    this.launcher = launcher;
    this.ended = new MpscArrayQueue<>(2 * slots);
    this.processes = new ProcessSlot[slots];
    for (int slot = 0; slot < slots; slot++) {
      processes[slot] = newProcess(slot);
    }
  }

  private ProcessSlot newProcess(int slot) {
    return new ProcessSlot(slot, ended, loop, operations.getFirst().outcomes());
  }

  @Override
  public boolean hasFastSend() {
    return false;
  }

  @Override
  public void send(int slot, int operation, long n, Completions completions) {
    ProcessSlot process = processes[slot];
    if (process.child != null) {
      throw new IllegalStateException("slot " + slot + " still has a process");
    }
    ExecOperation what = operations.get(operation);
    process.prepare(what.outcomes());
    try {
      CallbackChild child = launcher.start(what.command(seed, n, scratch), process);
      process.child = child;
      if (what.hasStdin()) {
        child.write(what.stdin(seed, n, process.stdin));
        child.closeStdin();
      }
    } catch (StartException e) {
      completions.completed(slot, what.outcomes().of(e), System.nanoTime());
    } catch (IllegalArgumentException _) {
      completions.completed(slot, Outcomes.NO_COMMAND, System.nanoTime());
    }
  }

  @Override
  public void poll(long deadlineNanos, Completions completions) {
    boolean completed = reportCompletions(completions);
    while (!completed && !Thread.currentThread().isInterrupted()) {
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(this, left);
      completed = reportCompletions(completions);
    }
  }

  private boolean reportCompletions(Completions completions) {
    boolean completed = false;
    // Bounded by the capacity: each completion may start another operation.
    for (int left = ended.capacity(); left > 0; left--) {
      ProcessSlot process = ended.relaxedPoll();
      if (process == null) {
        break;
      }
      if (processes[process.slot] == process) {
        process.child = null;
        completions.completed(process.slot, process.outcome(), process.endNanos());
        completed = true;
      }
    }
    return completed;
  }

  @Override
  public void cancel(int slot) {
    ProcessSlot process = processes[slot];
    CallbackChild child = process.child;
    if (child != null) {
      process.cancel();
      processes[slot] = newProcess(slot);
      child.kill();
    }
  }

  @Override
  public void close() {
    for (int slot = 0; slot < processes.length; slot++) {
      cancel(slot);
    }
    launcher.close();
  }
}
