package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.watch.perf.WaitEvents;
import java.util.HashMap;
import java.util.Map;

/// Turns the long waits that the kernel tells of into stalls. For one thread at a time.
final class WaitTracker implements WaitEvents {

  private final SchedulerStalls stalls;
  private final Map<Integer, LongSlices> cpus = new HashMap<>();
  private final Map<Integer, Stop> processes = new HashMap<>();
  private final Map<Integer, Stop> threads = new HashMap<>();
  private long lost;

  /// Since when a process, or a thread of a debugger's, is stopped.
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
  }

  @Override
  public void waited(
      int cpu, long begin, long end, int pid, int tid, boolean preempted, Slice last) {
    Side side = stalls.side(pid);
    if (side != null) {
      CpuHistory.Share most = slicesOf(cpu).longest(begin, end, onlyOf(cpu, last), tid);
      stalls.waited(side, pid, tid, begin, end, preempted, cpu, most);
    }
  }

  /// Who had another processor than the one that was waited for is no culprit.
  private static Slice onlyOf(int cpu, Slice last) {
    return last.cpu() == cpu
        ? last
        : new Slice(cpu, last.pid(), last.tid(), last.end(), last.end());
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

  /// A stopping signal is sent to a process, whose number is that of its first thread.
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

  /// Tells of what has not ended yet.
  void finish(long time) {
    threads.forEach((tid, each) -> stalls.traced(each.side(), each.pid(), tid, each.since(), time));
    processes.forEach((pid, each) -> stalls.stopped(each.side(), pid, each.since(), time));
    threads.clear();
    processes.clear();
  }
}
