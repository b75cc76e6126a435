package dev.takt.watch.perf;

import dev.takt.watch.perf.CpuRings.Event;
import dev.takt.watch.perf.PerfAttributes.Flag;
import dev.takt.watch.perf.SchedulerEvents.Left;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records each switch of each processor, by the kernel's perf events.
///
/// For one thread at a time.
public final class SwitchRecorder implements AutoCloseable {

  private static final int SWITCH_OUT = 1 << 13;
  private static final int SWITCH_OUT_PREEMPTED = 1 << 14;

  private static final int TASK_STOPPED = 4;
  private static final int TASK_TRACED = 8;
  private static final int TASK_NOT_RUNNING = 0xFF;

  private final CpuRings rings;
  private final @Nullable SchedulerTracepoints tracepoints;
  private final @Nullable SignalEvent signals;
  private final int switchState;
  private final int switchNext;
  private final int wakingTid;

  private SwitchRecorder(CpuRings rings, @Nullable SchedulerTracepoints tracepoints) {
    this.rings = rings;
    this.tracepoints = tracepoints;
    signals = tracepoints == null ? null : new SignalEvent(tracepoints.signal());
    switchState = tracepoints == null ? 0 : tracepoints.switched().offset("prev_state");
    switchNext = tracepoints == null ? 0 : tracepoints.switched().offset("next_pid");
    wakingTid = tracepoints == null ? 0 : tracepoints.waking().offset("pid");
  }

  /// Records by tracepoints of the scheduler: also who was made runnable when, who was stopped by a
  /// signal, and who sent it.
  ///
  /// @throws PerfException if that is not possible here
  public static SwitchRecorder withTracepoints() throws PerfException {
    SchedulerTracepoints found = SchedulerTracepoints.find();
    List<Event> events =
        List.of(
            Event.of(CpuRings.threads()),
            tracepoint(found.switched()),
            tracepoint(found.waking()),
            new SignalEvent(found.signal()).event());
    return begin(events, found);
  }

  /// Records by the kernel's switch records, which need no tracefs: a thread that leaves its
  /// processor is [Left#RUNNABLE] or [Left#WAITING], and nobody tells when it could run again.
  ///
  /// @throws PerfException if that is not possible here
  public static SwitchRecorder withSwitchRecords() throws PerfException {
    return begin(List.of(Event.of(CpuRings.threads().with(Flag.CONTEXT_SWITCH))), null);
  }

  private static Event tracepoint(Tracepoint which) {
    return Event.of(CpuRings.recording(PerfAttributes.TYPE_TRACEPOINT, which.id()));
  }

  private static SwitchRecorder begin(
      List<Event> events, @Nullable SchedulerTracepoints tracepoints) throws PerfException {
    CpuRings rings = CpuRings.open(events, CpuRings.LARGE_RING);
    rings.enable();
    return new SwitchRecorder(rings, tracepoints);
  }

  /// Whether it is told who was made runnable, and who was stopped by a signal.
  public boolean hasTracepoints() {
    return tracepoints != null;
  }

  /// Tells what was recorded.
  ///
  /// @param until what is later waits for the next call: another processor's record of an earlier
  ///   time may still be on its way
  public void drain(long until, SchedulerEvents events) {
    rings.drain(until, events, (cpu, time, ring) -> tell(cpu, time, ring, events));
  }

  private void tell(int cpu, long time, PerfRing ring, SchedulerEvents events) {
    switch (ring.type()) {
      case PerfRing.RECORD_SAMPLE -> tellSample(cpu, time, ring, events);
      case PerfRing.RECORD_SWITCH_CPU_WIDE -> tellSwitch(cpu, time, ring, events);
      default -> {
        // Records that nobody asked for say nothing about switches.
      }
    }
  }

  /// Of the two records of a switch, the one about the thread that leaves says all.
  private static void tellSwitch(int cpu, long time, PerfRing ring, SchedulerEvents events) {
    if ((ring.misc() & SWITCH_OUT) != 0) {
      int trailer = ring.trailer();
      Left left = (ring.misc() & SWITCH_OUT_PREEMPTED) != 0 ? Left.RUNNABLE : Left.WAITING;
      int pid = ring.intAt(trailer);
      events.switched(cpu, time, pid, ring.intAt(trailer + 4), left, ring.intAt(12));
    }
  }

  private void tellSample(int cpu, long time, PerfRing ring, SchedulerEvents events) {
    if (tracepoints == null || signals == null) {
      return;
    }
    int raw = PerfRing.SAMPLE_RAW_AT;
    int id = ring.intAt(raw) & 0xFFFF;
    if (id == tracepoints.switched().id()) {
      Left left = left(ring.intAt(raw + switchState));
      int pid = ring.intAt(PerfRing.SAMPLE_PID_AT);
      int tid = ring.intAt(PerfRing.SAMPLE_TID_AT);
      events.switched(cpu, time, pid, tid, left, ring.intAt(raw + switchNext));
    } else if (id == tracepoints.waking().id()) {
      events.woken(time, ring.intAt(raw + wakingTid));
    } else {
      signals.tell(time, ring, events);
    }
  }

  private static Left left(int state) {
    if ((state & TASK_STOPPED) != 0) {
      return Left.STOPPED;
    }
    if ((state & TASK_TRACED) != 0) {
      return Left.TRACED;
    }
    return (state & TASK_NOT_RUNNING) == 0 ? Left.RUNNABLE : Left.WAITING;
  }

  @Override
  public void close() {
    rings.close();
  }
}
