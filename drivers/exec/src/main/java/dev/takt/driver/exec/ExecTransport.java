package dev.takt.driver.exec;

import dev.takt.load.driver.AsyncDriver.Completions;
import dev.takt.load.driver.AsyncDriver.Transport;
import dev.takt.process.CallbackChild;
import dev.takt.process.Launcher;
import dev.takt.process.StartException;
import dev.takt.queues.MpscArrayQueue;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Starts processes for one event loop and tells of their ends. Used by one thread, which is the
/// one that made it.
///
/// A start happens in the loop's own thread and is part of its work: some hundred microseconds, in
/// which it sends nothing else. The end is timed by the thread that learns of it, so an end does
/// not become later because the loop is just starting something.
final class ExecTransport implements Transport {

  private final List<ExecOperation> operations;
  private final long seed;
  private final Launcher launcher;
  private final Thread loop = Thread.currentThread();
  private final OneProcess[] processes;
  private final Scratch scratch = new Scratch();

  /// The ended. Between two polls a slot can have one that is wanted and one that was given up just
  /// after it had ended.
  private final MpscArrayQueue<OneProcess> ended;

  /// @param launcher which is closed with this
  ExecTransport(List<ExecOperation> operations, long seed, Launcher launcher, int slots) {
    this.operations = operations;
    this.seed = seed;
    this.launcher = launcher;
    this.ended = new MpscArrayQueue<>(2 * slots);
    this.processes = new OneProcess[slots];
    for (int slot = 0; slot < slots; slot++) {
      processes[slot] = fresh(slot);
    }
  }

  private OneProcess fresh(int slot) {
    return new OneProcess(slot, ended, loop, operations.getFirst().outcomes());
  }

  @Override
  public boolean sendsAtOnce() {
    return false;
  }

  @Override
  public void send(int slot, int operation, long n, Completions completions) {
    OneProcess process = processes[slot];
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
    boolean told = tell(completions);
    while (!told && !Thread.currentThread().isInterrupted()) {
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(this, left);
      told = tell(completions);
    }
  }

  private boolean tell(Completions completions) {
    boolean told = false;
    // No more than there are slots: an operation may be sent anew each time.
    for (int left = ended.capacity(); left > 0; left--) {
      OneProcess process = ended.relaxedPoll();
      if (process == null) {
        break;
      }
      if (processes[process.slot] == process) {
        process.child = null;
        completions.completed(process.slot, process.outcome(), process.endNanos());
        told = true;
      }
    }
    return told;
  }

  @Override
  public void cancel(int slot) {
    OneProcess process = processes[slot];
    CallbackChild child = process.child;
    if (child != null) {
      process.abandon();
      processes[slot] = fresh(slot);
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
