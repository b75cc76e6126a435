package dev.takt.watch.scheduler;

import dev.takt.runs.model.Side;
import dev.takt.watch.perf.WaitEvents;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Turns the records of the BPF programs (long run-queue waits, long timeslices, stops) into
/// stalls. Not thread-safe.
final class WaitTracker implements WaitEvents {

  private static final long PENDING_TIMEOUT_NANOS = 1_000_000_000;

  private final SchedulerStallEmitter stalls;
  private final Map<Integer, TimesliceRing> cpus = new HashMap<>();
  private final Map<Integer, OpenStop> processes = new HashMap<>();
  private final Map<Integer, OpenStop> threads = new HashMap<>();
  private final List<PendingWait> pending = new ArrayList<>();
  private long lost;

  /// A wait for which the thread that had the processor is not known yet.
  private record PendingWait(
      Side side, int cpu, long begin, long end, int pid, int tid, boolean preempted) {}

  /// A process, or a thread under a debugger, that is stopped.
  private record OpenStop(Side side, int pid, long since) {}

  WaitTracker(SchedulerStallEmitter stalls) {
    this.stalls = stalls;
  }

  /// Records that were lost so far.
  long lost() {
    return lost;
  }

  @Override
  public void ran(Slice slice) {
    slicesOf(slice.cpu()).add(slice);
    emitResolved(slice.cpu(), slice.end());
  }

  @Override
  public void waited(
      int cpu, long begin, long end, int pid, int tid, boolean preempted, Slice last) {
    Side side = stalls.sideOf(pid);
    if (side == null) {
      return;
    }
    PendingWait wait = new PendingWait(side, cpu, begin, end, pid, tid, preempted);
    if (last.cpu() == cpu) {
      emit(wait, last);
    } else {
      pending.add(wait);
    }
  }

  private void emit(PendingWait wait, Slice last) {
    TimesliceHistory.Share most =
        slicesOf(wait.cpu).longestShare(wait.begin, wait.end, last, wait.tid);
    stalls.emitWait(
        wait.side, wait.pid, wait.tid, wait.begin, wait.end, wait.preempted, wait.cpu, most);
  }

  /// Reports pending waits for a processor once the timeslices of that are known up to the end of
  /// the wait.
  ///
  /// A timeslice is recorded when the thread leaves the processor. So a waiting thread that
  /// migrated to another processor may run before the slice that kept it waiting is known.
  private void emitResolved(int cpu, long until) {
    pending.removeIf(wait -> {
      boolean isKnown = wait.cpu == cpu && wait.end <= until;
      if (isKnown) {
        emit(wait, emptySlice(wait));
      }
      return isKnown;
    });
  }

  private static Slice emptySlice(PendingWait wait) {
    return new Slice(wait.cpu, 0, 0, wait.end, wait.end);
  }

  /// Reports pending waits that are old: no slice followed, so the processor was idle.
  private void emitExpired(long now) {
    pending.removeIf(wait -> {
      boolean isOld = now - wait.end > PENDING_TIMEOUT_NANOS;
      if (isOld) {
        emit(wait, emptySlice(wait));
      }
      return isOld;
    });
  }

  private TimesliceRing slicesOf(int cpu) {
    return cpus.computeIfAbsent(cpu, _ -> new TimesliceRing());
  }

  @Override
  public void stopped(long time, int pid, int tid, boolean traced) {
    Side side = stalls.sideOf(pid);
    if (side != null && traced) {
      threads.put(tid, new OpenStop(side, pid, time));
    } else if (side != null) {
      processes.putIfAbsent(pid, new OpenStop(side, pid, time));
    }
  }

  @Override
  public void resumed(long time, int pid, int tid) {
    OpenStop traced = threads.remove(tid);
    if (traced != null) {
      stalls.emitTracedStop(traced.side(), pid, tid, traced.since(), time);
    }
    OpenStop stop = processes.remove(pid);
    if (stop != null) {
      stalls.emitStop(stop.side(), pid, stop.since(), time);
    }
  }

  @Override
  public void started(long time, int pid, int tid, int parentTid) {
    stalls.names().recordStart(pid, tid, parentTid);
  }

  @Override
  public void ended(int tid) {
    threads.remove(tid);
    processes.remove(tid);
  }

  @Override
  public void named(int pid, int tid, String name) {
    stalls.names().recordName(pid, tid, name);
  }

  /// A stop signal is sent to a process, whose number is that of its first thread.
  @Override
  public void signalled(long time, int signal, int senderPid, int senderTid, int receiverTid) {
    stalls.recordSignal(signal, senderPid, senderTid, receiverTid);
  }

  @Override
  public void lost(long records) {
    lost += records;
    cpus.values().forEach(TimesliceRing::clear);
    processes.clear();
    threads.clear();
  }

  /// Says that all records from before `time` have been passed to this tracker.
  void advanceTo(long time) {
    emitExpired(time);
  }

  /// Reports stalls that have not ended.
  void finish(long time) {
    pending.forEach(each -> emit(each, emptySlice(each)));
    pending.clear();
    threads.forEach(
        (tid, each) -> stalls.emitTracedStop(each.side(), each.pid(), tid, each.since(), time));
    processes.forEach((pid, each) -> stalls.emitStop(each.side(), pid, each.since(), time));
    threads.clear();
    processes.clear();
  }
}
