package dev.takt.watch.perf;

import dev.takt.counters.perf.PerfAttributes;
import dev.takt.watch.bpf.BpfException;
import dev.takt.watch.bpf.SchedulerProgram;
import dev.takt.watch.bpf.SchedulerProgram.TimestampSource;
import dev.takt.watch.bpf.SchedulerRecord;
import dev.takt.watch.perf.CpuRings.Event;
import dev.takt.watch.perf.WaitEvents.Slice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Records long run-queue waits and timeslices of all processors. A BPF program
/// ([SchedulerProgram]) filters them in the kernel and writes into perf's ring buffers, so short
/// ones cost no record. Not thread-safe.
public final class WaitRecorder implements AutoCloseable {

  /// The shortest timeslice that is recorded, as a possible culprit of a wait.
  private static final int SLICE_NANOS = 250_000;

  private static final int OUTPUT_EVENT = 1;

  private final CpuRings rings;
  private final SchedulerProgram program;
  private final @Nullable SignalTracepoint signals;

  private WaitRecorder(
      CpuRings rings, SchedulerProgram program, @Nullable SignalTracepoint signals) {
    this.rings = rings;
    this.program = program;
    this.signals = signals;
  }

  /// Starts recording.
  ///
  /// @param times the source of the times since when threads have been runnable
  /// @param waitNanos the shortest wait that is recorded
  /// @throws PerfException if that is not possible here
  public static WaitRecorder open(TimestampSource times, int waitNanos) throws PerfException {
    SchedulerTracepoints.requireInitialPidNamespace();
    List<Event> events = new ArrayList<>();
    events.add(Event.of(CpuRings.threadAttributes()));
    events.add(
        Event.of(
            CpuRings.recordingAttributes(
                PerfAttributes.TYPE_SOFTWARE, PerfAttributes.SOFTWARE_BPF_OUTPUT)));
    SignalTracepoint signals = signals();
    if (signals != null) {
      events.add(signals.event());
    }
    CpuRings rings = CpuRings.open(events, CpuRings.SMALL_RING_BYTES);
    try {
      SchedulerProgram program = attach(times, rings, waitNanos);
      return new WaitRecorder(rings, program, signals);
    } catch (BpfException e) {
      rings.close();
      throw new PerfException(String.valueOf(e.getMessage()));
    }
  }

  /// The tracepoint of signals, which needs tracefs; null without it. Only it gives the sender.
  private static @Nullable SignalTracepoint signals() {
    try {
      return new SignalTracepoint(SchedulerTracepoints.find().signal());
    } catch (PerfException e) {
      return null;
    }
  }

  private static SchedulerProgram attach(TimestampSource times, CpuRings rings, int waitNanos)
      throws BpfException {
    List<Integer> cpus = rings.cpuNumbers();
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

  /// Whether the senders of stop signals are recorded.
  public boolean hasSignals() {
    return signals != null;
  }

  /// Passes on the events up to a time, in the order of time.
  ///
  /// @param until later events stay in the rings until the next call, since another processor may
  ///   still be writing a record with an earlier time
  public void drain(long until, WaitEvents events) {
    rings.drain(until, events, (_, time, ring) -> dispatch(time, ring, events));
  }

  private void dispatch(long time, PerfRing ring, WaitEvents events) {
    if (ring.type() != PerfRing.RECORD_SAMPLE) {
      return;
    }
    int at = PerfRing.SAMPLE_RAW_AT;
    int tid = ring.intAt(at + SchedulerRecord.TID_AT);
    int pid = ring.intAt(at + SchedulerRecord.PID_AT);
    int cpu = ring.intAt(at + SchedulerRecord.CPU_AT);
    int kind = ring.intAt(at + SchedulerRecord.KIND_AT);
    // A raw record begins at a multiple of four, so a field of eight bytes could wrap around the
    // ring's end.
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
              previousSlice(ring, at, end));
      case SchedulerRecord.LEFT_STOPPED -> events.stopped(end, pid, tid, false);
      case SchedulerRecord.LEFT_TRACED -> events.stopped(end, pid, tid, true);
      case SchedulerRecord.RESUMED -> events.resumed(end, pid, tid);
      default -> {
        if (signals != null) {
          var _ = signals.dispatch(time, ring, events);
        }
      }
    }
  }

  private static Slice previousSlice(PerfRing ring, int at, long end) {
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
