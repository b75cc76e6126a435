package dev.takt.watch.perf;

import dev.takt.counters.perf.PerfAttributes;
import dev.takt.counters.perf.PerfAttributes.Flag;
import dev.takt.watch.perf.CpuRings.Event;
import dev.takt.watch.perf.SchedulerEvents.LeaveReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records each context switch of each processor, by perf events. Not thread-safe.
public final class SwitchRecorder implements AutoCloseable {

  private static final int SWITCH_OUT = 1 << 13;
  private static final int SWITCH_OUT_PREEMPTED = 1 << 14;

  private static final int TASK_STOPPED = 4;
  private static final int TASK_TRACED = 8;
  private static final int TASK_NOT_RUNNING = 0xFF;

  private final CpuRings rings;
  private final @Nullable SchedulerTracepoints tracepoints;
  private final @Nullable SignalTracepoint signals;
  private final int switchState;
  private final int switchNext;
  private final int wakingTid;

  private SwitchRecorder(CpuRings rings, @Nullable SchedulerTracepoints tracepoints) {
    this.rings = rings;
    this.tracepoints = tracepoints;
    signals = tracepoints == null ? null : new SignalTracepoint(tracepoints.signal());
    switchState = tracepoints == null ? 0 : tracepoints.switched().offset("prev_state");
    switchNext = tracepoints == null ? 0 : tracepoints.switched().offset("next_pid");
    wakingTid = tracepoints == null ? 0 : tracepoints.waking().offset("pid");
  }

  /// Records by the scheduler's tracepoints, which also give wake-ups, stops by a signal, and the
  /// signal's sender.
  ///
  /// @throws PerfException if that is not possible here
  public static SwitchRecorder withTracepoints() throws PerfException {
    SchedulerTracepoints found = SchedulerTracepoints.find();
    List<Event> events =
        List.of(
            Event.of(CpuRings.threadAttributes()),
            tracepoint(found.switched()),
            tracepoint(found.waking()),
            new SignalTracepoint(found.signal()).event());
    return start(events, found);
  }

  /// Records by perf's context-switch records, which need no tracefs. A thread that leaves its
  /// processor is [LeaveReason#RUNNABLE] or [LeaveReason#WAITING], and wake-ups are not recorded.
  ///
  /// @throws PerfException if that is not possible here
  public static SwitchRecorder withSwitchRecords() throws PerfException {
    return start(List.of(Event.of(CpuRings.threadAttributes().with(Flag.CONTEXT_SWITCH))), null);
  }

  private static Event tracepoint(Tracepoint which) {
    return Event.of(CpuRings.recordingAttributes(PerfAttributes.TYPE_TRACEPOINT, which.id()));
  }

  private static SwitchRecorder start(
      List<Event> events, @Nullable SchedulerTracepoints tracepoints) throws PerfException {
    CpuRings rings = CpuRings.open(events, CpuRings.LARGE_RING_BYTES);
    rings.enable();
    return new SwitchRecorder(rings, tracepoints);
  }

  /// Whether wake-ups and stops by a signal are recorded.
  public boolean hasTracepoints() {
    return tracepoints != null;
  }

  /// Passes on the events up to a time, in the order of time.
  ///
  /// @param until later events stay in the rings until the next call, since another processor may
  ///   still be writing a record with an earlier time
  public void drain(long until, SchedulerEvents events) {
    rings.drain(until, events, (cpu, time, ring) -> dispatch(cpu, time, ring, events));
  }

  private void dispatch(int cpu, long time, PerfRing ring, SchedulerEvents events) {
    switch (ring.type()) {
      case PerfRing.RECORD_SAMPLE -> dispatchSample(cpu, time, ring, events);
      case PerfRing.RECORD_SWITCH_CPU_WIDE -> dispatchSwitch(cpu, time, ring, events);
      default -> {
        // Other records say nothing about switches.
      }
    }
  }

  /// Each switch has two records. The one about the thread that leaves is enough.
  private static void dispatchSwitch(int cpu, long time, PerfRing ring, SchedulerEvents events) {
    if ((ring.misc() & SWITCH_OUT) != 0) {
      int trailer = ring.trailer();
      LeaveReason left =
          (ring.misc() & SWITCH_OUT_PREEMPTED) != 0 ? LeaveReason.RUNNABLE : LeaveReason.WAITING;
      int pid = ring.intAt(trailer);
      events.switched(cpu, time, pid, ring.intAt(trailer + 4), left, ring.intAt(12));
    }
  }

  private void dispatchSample(int cpu, long time, PerfRing ring, SchedulerEvents events) {
    if (tracepoints == null || signals == null) {
      return;
    }
    int raw = PerfRing.SAMPLE_RAW_AT;
    int id = ring.intAt(raw) & 0xFFFF;
    if (id == tracepoints.switched().id()) {
      LeaveReason left = leaveReason(ring.intAt(raw + switchState));
      int pid = ring.intAt(PerfRing.SAMPLE_PID_AT);
      int tid = ring.intAt(PerfRing.SAMPLE_TID_AT);
      events.switched(cpu, time, pid, tid, left, ring.intAt(raw + switchNext));
    } else if (id == tracepoints.waking().id()) {
      events.woken(time, ring.intAt(raw + wakingTid));
    } else {
      signals.dispatch(time, ring, events);
    }
  }

  private static LeaveReason leaveReason(int state) {
    if ((state & TASK_STOPPED) != 0) {
      return LeaveReason.STOPPED;
    }
    if ((state & TASK_TRACED) != 0) {
      return LeaveReason.TRACED;
    }
    return (state & TASK_NOT_RUNNING) == 0 ? LeaveReason.RUNNABLE : LeaveReason.WAITING;
  }

  @Override
  public void close() {
    rings.close();
  }
}
