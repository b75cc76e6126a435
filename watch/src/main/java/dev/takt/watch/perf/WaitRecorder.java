package dev.takt.watch.perf;

import dev.takt.watch.bpf.BpfException;
import dev.takt.watch.bpf.SchedulerProgram;
import dev.takt.watch.bpf.SchedulerProgram.Times;
import dev.takt.watch.bpf.SchedulerRecord;
import dev.takt.watch.perf.CpuRings.Event;
import dev.takt.watch.perf.WaitEvents.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records what takes long at the scheduler, by a program in the kernel ([SchedulerProgram]) that
/// writes into perf's rings. What is short costs no record.
///
/// For one thread at a time.
public final class WaitRecorder implements AutoCloseable {

  /// Shorter slices of a processor are nobody's fault.
  private static final int SLICE_NANOS = 250_000;

  private static final int OUTPUT_EVENT = 1;

  private final CpuRings rings;
  private final SchedulerProgram program;
  private final @Nullable SignalEvent signals;

  private WaitRecorder(CpuRings rings, SchedulerProgram program, @Nullable SignalEvent signals) {
    this.rings = rings;
    this.program = program;
    this.signals = signals;
  }

  /// Begins to record.
  ///
  /// @param times how it is known since when a thread could run
  /// @param waitNanos how long a wait is at least that is told
  /// @throws PerfException if that is not possible here
  public static WaitRecorder open(Times times, int waitNanos) throws PerfException {
    SchedulerTracepoints.requireFirstNamespace();
    List<Event> events = new ArrayList<>();
    events.add(Event.of(CpuRings.threads()));
    events.add(
        Event.of(
            CpuRings.recording(PerfAttributes.TYPE_SOFTWARE, PerfAttributes.SOFTWARE_BPF_OUTPUT)));
    SignalEvent signals = signals();
    if (signals != null) {
      events.add(signals.event());
    }
    CpuRings rings = CpuRings.open(events, CpuRings.SMALL_RING);
    try {
      SchedulerProgram program = begin(times, rings, waitNanos);
      return new WaitRecorder(rings, program, signals);
    } catch (BpfException e) {
      rings.close();
      throw new PerfException(String.valueOf(e.getMessage()));
    }
  }

  /// Who sends a signal is known by a tracepoint alone, and that one needs tracefs.
  private static @Nullable SignalEvent signals() {
    try {
      return new SignalEvent(SchedulerTracepoints.find().signal());
    } catch (PerfException e) {
      return null;
    }
  }

  private static SchedulerProgram begin(Times times, CpuRings rings, int waitNanos)
      throws BpfException {
    List<Integer> cpus = rings.numbers();
    SchedulerProgram program =
        SchedulerProgram.load(times, cpus.getLast() + 1, waitNanos, SLICE_NANOS);
    try {
      for (int i = 0; i < cpus.size(); i++) {
        program.writeTo(cpus.get(i), rings.descriptor(i, OUTPUT_EVENT));
      }
      rings.enable();
      program.attach();
      return program;
    } catch (BpfException e) {
      program.close();
      throw e;
    }
  }

  /// Whether it is told who sent a signal.
  public boolean hasSignals() {
    return signals != null;
  }

  /// Tells what was recorded.
  ///
  /// @param until what is later waits for the next call: another processor's record of an earlier
  ///   time may still be on its way
  public void drain(long until, WaitEvents events) {
    rings.drain(until, events, (_, time, ring) -> tell(time, ring, events));
  }

  private void tell(long time, PerfRing ring, WaitEvents events) {
    if (ring.type() != PerfRing.RECORD_SAMPLE) {
      return;
    }
    int at = PerfRing.SAMPLE_RAW_AT;
    int tid = ring.intAt(at + SchedulerRecord.TID_AT);
    int pid = ring.intAt(at + SchedulerRecord.PID_AT);
    int cpu = ring.intAt(at + SchedulerRecord.CPU_AT);
    int kind = ring.intAt(at + SchedulerRecord.KIND_AT);
    // A record begins at a multiple of four, so a field of eight bytes could go over the ring's
    // end.
    long begin = longAt(ring, at + SchedulerRecord.BEGIN_AT);
    long end = longAt(ring, at + SchedulerRecord.END_AT);
    switch (kind) {
      case SchedulerRecord.RAN -> events.ran(new Slice(cpu, pid, tid, begin, end));
      case SchedulerRecord.WAITED_PREEMPTED, SchedulerRecord.WAITED_WOKEN ->
          events.waited(
              cpu,
              begin,
              end,
              pid,
              tid,
              kind == SchedulerRecord.WAITED_PREEMPTED,
              last(ring, at, end));
      case SchedulerRecord.LEFT_STOPPED -> events.stopped(end, pid, tid, false);
      case SchedulerRecord.LEFT_TRACED -> events.stopped(end, pid, tid, true);
      case SchedulerRecord.RESUMED -> events.resumed(end, pid, tid);
      default -> {
        if (signals != null) {
          var _ = signals.tell(time, ring, events);
        }
      }
    }
  }

  private static Slice last(PerfRing ring, int at, long end) {
    return new Slice(
        ring.intAt(PerfRing.SAMPLE_CPU_AT),
        ring.intAt(at + SchedulerRecord.OTHER_PID_AT),
        ring.intAt(at + SchedulerRecord.OTHER_TID_AT),
        longAt(ring, at + SchedulerRecord.OTHER_BEGIN_AT),
        end);
  }

  private static long longAt(PerfRing ring, int offset) {
    return Integer.toUnsignedLong(ring.intAt(offset)) | (long) ring.intAt(offset + 4) << 32;
  }

  @Override
  public void close() {
    program.close();
    rings.close();
  }
}
