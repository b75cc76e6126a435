package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.watch.perf.WaitEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns the records of the BPF programs (long run-queue waits, long timeslices, stops) into
/// stalls. Not thread-safe.
final class WaitTracker implements WaitEvents {

  private static final long PATIENCE_NANOS = 1_000_000_000;

  private final SchedulerStalls stalls;
  private final Map<Integer, LongSlices> cpus = new HashMap<>();
  private final Map<Integer, Stop> processes = new HashMap<>();
  private final Map<Integer, Stop> threads = new HashMap<>();
  private final List<Wait> open = new ArrayList<>();
  private long lost;

  /// A wait for which the thread that had the processor is not known yet.
  private record Wait(
      Side side, int cpu, long begin, long end, int pid, int tid, boolean preempted) {}

  /// A process, or a thread under a debugger, that is stopped.
  private record Stop(Side side, int pid, long since) {}

  WaitTracker(SchedulerStalls stalls) {
    this.stalls = stalls;
  }

  /// Records that were lost so far.
  long lost() {
    return lost;
  }

  @Override
  public void ran(Slice slice) {
    slicesOf(slice.cpu()).add(slice);
    tellOpen(slice.cpu(), slice.end());
  }

  @Override
  public void waited(
      int cpu, long begin, long end, int pid, int tid, boolean preempted, Slice last) {
    Side side = stalls.side(pid);
    if (side == null) {
      return;
    }
    Wait wait = new Wait(side, cpu, begin, end, pid, tid, preempted);
    if (last.cpu() == cpu) {
      tell(wait, last);
    } else {
      open.add(wait);
    }
  }

  private void tell(Wait wait, Slice last) {
    CpuHistory.Share most = slicesOf(wait.cpu).longest(wait.begin, wait.end, last, wait.tid);
    stalls.waited(
        wait.side, wait.pid, wait.tid, wait.begin, wait.end, wait.preempted, wait.cpu, most);
  }

  /// Reports pending waits for a processor once the timeslices of that are known up to the end of
  /// the wait.
  ///
  /// A timeslice is recorded when the thread leaves the processor. So a waiting thread that
  /// migrated to another processor may run before the slice that kept it waiting is known.
  private void tellOpen(int cpu, long until) {
    open.removeIf(wait -> {
      boolean isKnown = wait.cpu == cpu && wait.end <= until;
      if (isKnown) {
        tell(wait, nobody(wait));
      }
      return isKnown;
    });
  }

  private static Slice nobody(Wait wait) {
    return new Slice(wait.cpu, 0, 0, wait.end, wait.end);
  }

  /// Reports pending waits that are old: no slice followed, so the processor was idle.
  private void tellOld(long now) {
    open.removeIf(wait -> {
      boolean isOld = now - wait.end > PATIENCE_NANOS;
      if (isOld) {
        tell(wait, nobody(wait));
      }
      return isOld;
    });
  }

  private LongSlices slicesOf(int cpu) {
    return cpus.computeIfAbsent(cpu, _ -> new LongSlices());
  }

  @Override
  public void stopped(long time, int pid, int tid, boolean traced) {
    Side side = stalls.side(pid);
    if (side != null && traced) {
      threads.put(tid, new Stop(side, pid, time));
    } else if (side != null) {
      processes.putIfAbsent(pid, new Stop(side, pid, time));
    }
  }

  @Override
  public void resumed(long time, int pid, int tid) {
    Stop traced = threads.remove(tid);
    if (traced != null) {
      stalls.traced(traced.side(), pid, tid, traced.since(), time);
    }
    Stop stop = processes.remove(pid);
    if (stop != null) {
      stalls.stopped(stop.side(), pid, stop.since(), time);
    }
  }

  @Override
  public void started(long time, int pid, int tid, int parentTid) {
    stalls.names().started(pid, tid, parentTid);
  }

  @Override
  public void ended(int tid) {
    threads.remove(tid);
    processes.remove(tid);
  }

  @Override
  public void named(int pid, int tid, String name) {
    stalls.names().named(pid, tid, name);
  }

  /// A stop signal is sent to a process, whose number is that of its first thread.
  @Override
  public void signalled(long time, int signal, int senderPid, int senderTid, int receiverTid) {
    stalls.signalled(signal, senderPid, senderTid, receiverTid);
  }

  @Override
  public void lost(long records) {
    lost += records;
    cpus.values().forEach(LongSlices::forget);
    processes.clear();
    threads.clear();
  }

  /// Says that all records from before `time` have been passed to this tracker.
  void reached(long time) {
    tellOld(time);
  }

  /// Reports stalls that have not ended.
  void finish(long time) {
    open.forEach(each -> tell(each, nobody(each)));
    open.clear();
    threads.forEach((tid, each) -> stalls.traced(each.side(), each.pid(), tid, each.since(), time));
    processes.forEach((pid, each) -> stalls.stopped(each.side(), pid, each.since(), time));
    threads.clear();
    processes.clear();
  }
}
