package dev.takt.watch.scheduler;

import dev.takt.runs.model.Side;
import dev.takt.watch.perf.SchedulerEvents;
import java.util.HashMap;
import java.util.Map;

/// Turns scheduler events (context switches, wake-ups, signals) into stalls: run-queue waits, and
/// processes stopped by a signal. Not thread-safe.
final class RunQueueTracker implements SchedulerEvents {

  private final SchedulerStallEmitter stalls;
  private final IntHashMap<Watched> threads = new IntHashMap<>();
  private final IntHashMap<Watched> stopped = new IntHashMap<>();

  /// Threads that have ended, but whose last switch is still to come.
  private final IntHashMap<Boolean> ending = new IntHashMap<>();

  private final Map<Integer, TimesliceHistory> cpus = new HashMap<>();
  private long switches;
  private long lost;

  /// The scheduling state of a thread.
  private enum State {
    RUNNING,
    BLOCKED,
    /// Runnable: it was preempted.
    PREEMPTED,
    /// Runnable: it was woken, and has not run since.
    WOKEN,
    STOPPED,
    TRACED
  }

  /// A watched thread, or a watched process as a whole.
  private static final class Watched {
    final int pid;
    final int tid;
    final Side side;
    State state = State.RUNNING;
    long since;
    int cpu;

    Watched(int pid, int tid, Side side) {
      this.pid = pid;
      this.tid = tid;
      this.side = side;
    }
  }

  RunQueueTracker(SchedulerStallEmitter stalls) {
    this.stalls = stalls;
  }

  /// Adds a thread that exists already.
  void track(int pid, int tid) {
    Side side = stalls.sideOf(pid);
    if (side != null && threads.get(tid) == null) {
      threads.put(tid, new Watched(pid, tid, side));
    }
  }

  /// Context switches so far, of all processors and threads, watched or not.
  long switches() {
    return switches;
  }

  /// Records that were lost so far.
  long lost() {
    return lost;
  }

  @Override
  public void switched(int cpu, long time, int pid, int tid, LeaveReason left, int next) {
    switches++;
    TimesliceHistory history = cpus.get(cpu);
    if (history == null) {
      history = new TimesliceHistory();
      cpus.put(cpu, history);
    }
    history.recordSwitch(time, pid, tid, next);
    if (stalls.isMachineWide() && tid != 0) {
      if (ending.get(tid) == null) {
        track(pid, tid);
      }
      ending.remove(tid);
    }
    Watched leaving = threads.get(tid);
    if (leaving != null) {
      switchOut(leaving, cpu, time, left);
    }
    Watched coming = threads.get(next);
    if (coming != null) {
      switchIn(coming, cpu, time);
    }
  }

  private void switchOut(Watched thread, int cpu, long time, LeaveReason left) {
    thread.since = time;
    thread.cpu = cpu;
    thread.state =
        switch (left) {
          case RUNNABLE -> State.PREEMPTED;
          case WAITING -> State.BLOCKED;
          case STOPPED -> State.STOPPED;
          case TRACED -> State.TRACED;
        };
    if (left == LeaveReason.STOPPED && stopped.get(thread.pid) == null) {
      Watched process = new Watched(thread.pid, thread.pid, thread.side);
      process.since = time;
      stopped.put(thread.pid, process);
    }
  }

  private void switchIn(Watched thread, int cpu, long time) {
    endStop(thread, time);
    if (thread.state == State.PREEMPTED || thread.state == State.WOKEN) {
      emitWait(thread, cpu, time);
    }
    thread.state = State.RUNNING;
  }

  @Override
  public void woken(long time, int tid) {
    Watched thread = threads.get(tid);
    if (thread == null || thread.state == State.RUNNING || thread.state == State.PREEMPTED) {
      return;
    }
    endStop(thread, time);
    if (thread.state != State.WOKEN) {
      thread.state = State.WOKEN;
      thread.since = time;
    }
  }

  /// Reports a stop by a signal or a debugger, if the thread was stopped.
  private void endStop(Watched thread, long time) {
    if (thread.state == State.STOPPED) {
      Watched process = stopped.get(thread.pid);
      if (process != null) {
        stopped.remove(thread.pid);
        stalls.emitStop(process.side, process.pid, process.since, time);
      }
    } else if (thread.state == State.TRACED) {
      stalls.emitTracedStop(thread.side, thread.pid, thread.tid, thread.since, time);
    }
  }

  private void emitWait(Watched thread, int cpu, long time) {
    if (!stalls.reachesThreshold(thread.since, time)) {
      return;
    }
    boolean preempted = thread.state == State.PREEMPTED;
    int queue = preempted ? thread.cpu : cpu;
    TimesliceHistory history = cpus.get(queue);
    TimesliceHistory.Share most =
        history == null
            ? TimesliceHistory.Share.NONE
            : history.longestShare(thread.since, time, thread.tid);
    stalls.emitWait(
        thread.side, thread.pid, thread.tid, thread.since, time, preempted, queue, most);
  }

  @Override
  public void started(long time, int pid, int tid, int parentTid) {
    stalls.names().recordStart(pid, tid, parentTid);
    threads.remove(tid);
    track(pid, tid);
    Watched thread = threads.get(tid);
    if (thread != null) {
      thread.state = State.WOKEN;
      thread.since = time;
    }
  }

  @Override
  public void ended(int tid) {
    if (stalls.isMachineWide()) {
      ending.put(tid, true);
    }
    threads.remove(tid);
    stopped.remove(tid);
  }

  @Override
  public void named(int pid, int tid, String name) {
    stalls.names().recordName(pid, tid, name);
  }

  @Override
  public void signalled(long time, int signal, int senderPid, int senderTid, int receiverTid) {
    Watched receiver = threads.get(receiverTid);
    if (receiver != null) {
      stalls.recordSignal(signal, senderPid, senderTid, receiver.pid);
    }
  }

  /// Discards all states: a thread that was waiting may have run meanwhile.
  @Override
  public void lost(long records) {
    lost += records;
    threads.forEach(each -> each.state = State.RUNNING);
    cpus.values().forEach(TimesliceHistory::clear);
  }

  /// Reports stalls that have not ended.
  void finish(long time) {
    threads.forEach(each -> {
      if (each.state == State.STOPPED || each.state == State.TRACED) {
        endStop(each, time);
      } else if (each.state != State.RUNNING && each.state != State.BLOCKED) {
        emitWait(each, each.cpu, time);
      }
    });
  }
}
