package dev.takt.watch.host;

import dev.takt.process.Signal;
import dev.takt.runs.Side;
import dev.takt.runs.Stall;
import dev.takt.runs.Stall.Actor;
import dev.takt.runs.StallKind;
import dev.takt.watch.perf.SchedulerEvents;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns switches of processors into stalls: threads that could run and did not, and processes that
/// a signal had stopped. For one thread at a time.
final class RunQueueTracker implements SchedulerEvents {

  /// The kernel's fast clock, which records have, against that of [System#nanoTime].
  static final long ERROR_NANOS = 1_000;

  private static final String PREEMPTED = "preempted";
  private static final String NOT_STARTED = "made runnable, and not run";
  private static final String DEBUGGER = "stopped by a debugger";
  private static final int SIGCONT = 18;

  private final Map<Integer, Side> sides;
  private final boolean everybody;
  private final ThreadNames names;
  private final Map<Side, String> sources;
  private final long thresholdNanos;
  private final Consumer<Stall> stalls;
  private final IntTable<Watched> threads = new IntTable<>();
  private final IntTable<Watched> stopped = new IntTable<>();

  /// Threads that have ended and are still to leave their processor for the last time.
  private final IntTable<Boolean> ending = new IntTable<>();

  private final Map<Integer, CpuHistory> cpus = new HashMap<>();
  private final Map<Integer, Sent> signals = new HashMap<>();
  private long switches;
  private long lost;

  /// What a thread does.
  private enum State {
    RUNS,
    WAITS,
    /// It could go on: it was preempted.
    PREEMPTED,
    /// It could go on: what it waited for has happened.
    WOKEN,
    STOPPED,
    TRACED
  }

  /// A thread, or a process as a whole, that is watched.
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

  /// A signal to stop.
  private record Sent(int signal, int pid, int tid) {}

  /// @param pids of processes, each with its side; if there are none, all are watched, as the
  ///   host's
  /// @param sources the name of the source for each side
  RunQueueTracker(
      Map<Integer, Side> pids,
      ThreadNames names,
      Map<Side, String> sources,
      long thresholdNanos,
      Consumer<Stall> stalls) {
    this.sides = pids;
    this.everybody = pids.isEmpty();
    this.names = names;
    this.sources = sources;
    this.thresholdNanos = thresholdNanos;
    this.stalls = stalls;
  }

  /// A thread that is there already.
  void knows(int pid, int tid) {
    Side side = everybody ? Side.HOST : sides.get(pid);
    if (side != null && threads.get(tid) == null) {
      threads.put(tid, new Watched(pid, tid, side));
    }
  }

  /// Of all processors and threads, watched or not.
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
    if (everybody && tid != 0) {
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
      if (time - thread.since >= thresholdNanos) {
        waited(thread, cpu, time);
      }
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

  /// Ends what a signal or a debugger had begun.
  private void goOn(Watched thread, long time) {
    if (thread.state == State.STOPPED) {
      Watched process = stopped.get(thread.pid);
      if (process != null) {
        stopped.remove(thread.pid);
        stoppedUntil(process, time);
      }
    } else if (thread.state == State.TRACED && time - thread.since >= thresholdNanos) {
      stalls.accept(
          stall(StallKind.STOPPED, thread, time, actor(thread), DEBUGGER, null, Map.of()));
    }
  }

  private void stoppedUntil(Watched process, long time) {
    if (time - process.since < thresholdNanos) {
      return;
    }
    Sent sent = signals.get(process.pid);
    String cause = sent == null ? null : Signal.nameOf(sent.signal());
    Actor culprit = sent == null ? null : names.actor(sent.pid(), sent.tid());
    stalls.accept(stall(StallKind.STOPPED, process, time, null, cause, culprit, Map.of()));
  }

  private void waited(Watched thread, int cpu, long time) {
    boolean preempted = thread.state == State.PREEMPTED;
    int queue = preempted ? thread.cpu : cpu;
    CpuHistory history = cpus.get(queue);
    CpuHistory.Share most =
        history == null
            ? new CpuHistory.Share(0, 0, 0)
            : history.longest(thread.since, time, thread.tid);
    Actor culprit = most.tid() == 0 ? null : names.actor(most.pid(), most.tid());
    Map<String, Object> evidence =
        culprit != null
            ? Map.of("cpu", queue, "culpritNanos", most.nanos())
            : Map.of("cpu", queue, "idleNanos", most.nanos());
    String cause = preempted ? PREEMPTED : NOT_STARTED;
    stalls.accept(
        stall(StallKind.RUN_QUEUE, thread, time, actor(thread), cause, culprit, evidence));
  }

  private Actor actor(Watched thread) {
    return names.actor(thread.pid, thread.tid);
  }

  private Stall stall(
      StallKind kind,
      Watched of,
      long end,
      @Nullable Actor thread,
      @Nullable String cause,
      @Nullable Actor culprit,
      Map<String, Object> evidence) {
    String source = sources.getOrDefault(of.side, "");
    return new Stall(
        kind, of.side, of.since, end, ERROR_NANOS, source, thread, cause, culprit, null, evidence);
  }

  @Override
  public void started(long time, int pid, int tid, int parentTid) {
    names.started(pid, tid, parentTid);
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
    if (everybody) {
      ending.put(tid, true);
    }
    threads.remove(tid);
    stopped.remove(tid);
  }

  @Override
  public void named(int pid, int tid, String name) {
    names.named(pid, tid, name);
  }

  @Override
  public void signalled(long time, int signal, int senderPid, int senderTid, int receiverTid) {
    Watched receiver = threads.get(receiverTid);
    if (receiver != null && signal != SIGCONT) {
      signals.put(receiver.pid, new Sent(signal, senderPid, senderTid));
    }
  }

  /// Whoever waits now may have run meanwhile.
  @Override
  public void lost(long records) {
    lost += records;
    threads.forEach(each -> each.state = State.RUNS);
    cpus.values().forEach(CpuHistory::forget);
  }

  /// Tells of what has not ended yet.
  void finish(long time) {
    threads.forEach(each -> {
      if (each.state == State.STOPPED || each.state == State.TRACED) {
        goOn(each, time);
      } else if (each.state != State.RUNS
          && each.state != State.WAITS
          && time - each.since >= thresholdNanos) {
        waited(each, each.cpu, time);
      }
    });
  }
}
