package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.watch.perf.SchedulerEvents;
import java.util.HashMap;
import java.util.Map;

/// Turns scheduler events (context switches, wake-ups, signals) into stalls: run-queue waits, and
/// processes stopped by a signal. Not thread-safe.
final class RunQueueTracker implements SchedulerEvents {

  private final SchedulerStalls stalls;
  private final IntTable<Watched> threads = new IntTable<>();
  private final IntTable<Watched> stopped = new IntTable<>();

  /// Threads that have ended, but whose last switch is still to come.
  private final IntTable<Boolean> ending = new IntTable<>();

  private final Map<Integer, CpuHistory> cpus = new HashMap<>();
  private long switches;
  private long lost;

  /// The scheduling state of a thread.
  private enum State {
    RUNS,
    WAITS,
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
    State state = State.RUNS;
    long since;
    int cpu;

    Watched(int pid, int tid, Side side) {
      this.pid = pid;
      this.tid = tid;
      this.side = side;
    }
  }

  RunQueueTracker(SchedulerStalls stalls) {
    this.stalls = stalls;
  }

  /// Adds a thread that exists already.
  void knows(int pid, int tid) {
    Side side = stalls.side(pid);
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
  public void switched(int cpu, long time, int pid, int tid, Left left, int next) {
    switches++;
    CpuHistory history = cpus.get(cpu);
    if (history == null) {
      history = new CpuHistory();
      cpus.put(cpu, history);
    }
    history.switched(time, pid, tid, next);
    if (stalls.isEverybody() && tid != 0) {
      if (ending.get(tid) == null) {
        knows(pid, tid);
      }
      ending.remove(tid);
    }
    Watched leaving = threads.get(tid);
    if (leaving != null) {
      leave(leaving, cpu, time, left);
    }
    Watched coming = threads.get(next);
    if (coming != null) {
      come(coming, cpu, time);
    }
  }

  private void leave(Watched thread, int cpu, long time, Left left) {
    thread.since = time;
    thread.cpu = cpu;
    thread.state =
        switch (left) {
          case RUNNABLE -> State.PREEMPTED;
          case WAITING -> State.WAITS;
          case STOPPED -> State.STOPPED;
          case TRACED -> State.TRACED;
        };
    if (left == Left.STOPPED && stopped.get(thread.pid) == null) {
      Watched process = new Watched(thread.pid, thread.pid, thread.side);
      process.since = time;
      stopped.put(thread.pid, process);
    }
  }

  private void come(Watched thread, int cpu, long time) {
    goOn(thread, time);
    if (thread.state == State.PREEMPTED || thread.state == State.WOKEN) {
      waited(thread, cpu, time);
    }
    thread.state = State.RUNS;
  }

  @Override
  public void woken(long time, int tid) {
    Watched thread = threads.get(tid);
    if (thread == null || thread.state == State.RUNS || thread.state == State.PREEMPTED) {
      return;
    }
    goOn(thread, time);
    if (thread.state != State.WOKEN) {
      thread.state = State.WOKEN;
      thread.since = time;
    }
  }

  /// Reports a stop by a signal or a debugger, if the thread was stopped.
  private void goOn(Watched thread, long time) {
    if (thread.state == State.STOPPED) {
      Watched process = stopped.get(thread.pid);
      if (process != null) {
        stopped.remove(thread.pid);
        stalls.stopped(process.side, process.pid, process.since, time);
      }
    } else if (thread.state == State.TRACED) {
      stalls.traced(thread.side, thread.pid, thread.tid, thread.since, time);
    }
  }

  private void waited(Watched thread, int cpu, long time) {
    if (!stalls.isLong(thread.since, time)) {
      return;
    }
    boolean preempted = thread.state == State.PREEMPTED;
    int queue = preempted ? thread.cpu : cpu;
    CpuHistory history = cpus.get(queue);
    CpuHistory.Share most =
        history == null ? CpuHistory.Share.NOBODY : history.longest(thread.since, time, thread.tid);
    stalls.waited(thread.side, thread.pid, thread.tid, thread.since, time, preempted, queue, most);
  }

  @Override
  public void started(long time, int pid, int tid, int parentTid) {
    stalls.names().started(pid, tid, parentTid);
    threads.remove(tid);
    knows(pid, tid);
    Watched thread = threads.get(tid);
    if (thread != null) {
      thread.state = State.WOKEN;
      thread.since = time;
    }
  }

  @Override
  public void ended(int tid) {
    if (stalls.isEverybody()) {
      ending.put(tid, true);
    }
    threads.remove(tid);
    stopped.remove(tid);
  }

  @Override
  public void named(int pid, int tid, String name) {
    stalls.names().named(pid, tid, name);
  }

  @Override
  public void signalled(long time, int signal, int senderPid, int senderTid, int receiverTid) {
    Watched receiver = threads.get(receiverTid);
    if (receiver != null) {
      stalls.signalled(signal, senderPid, senderTid, receiver.pid);
    }
  }

  /// Discards all states: a thread that was waiting may have run meanwhile.
  @Override
  public void lost(long records) {
    lost += records;
    threads.forEach(each -> each.state = State.RUNS);
    cpus.values().forEach(CpuHistory::forget);
  }

  /// Reports stalls that have not ended.
  void finish(long time) {
    threads.forEach(each -> {
      if (each.state == State.STOPPED || each.state == State.TRACED) {
        goOn(each, time);
      } else if (each.state != State.RUNS && each.state != State.WAITS) {
        waited(each, each.cpu, time);
      }
    });
  }
}
