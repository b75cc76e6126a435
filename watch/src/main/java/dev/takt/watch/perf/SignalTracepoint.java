package dev.takt.watch.perf;

import dev.takt.counters.perf.PerfAttributes;

/// The tracepoint of signals that stop processes: SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU.
final class SignalTracepoint {

  private static final String STOPPING_SIGNALS = "sig >= 19 && sig <= 22";

  private final int id;
  private final int number;
  private final int receiver;

  SignalTracepoint(Tracepoint tracepoint) {
    id = tracepoint.id();
    number = tracepoint.offset("sig");
    receiver = tracepoint.offset("pid");
  }

  CpuRings.Event event() {
    return new CpuRings.Event(
        CpuRings.recordingAttributes(PerfAttributes.TYPE_TRACEPOINT, id), STOPPING_SIGNALS);
  }

  /// Passes on a sample if it is of this tracepoint.
  ///
  /// @return whether it is
  boolean dispatch(long time, PerfRing ring, ThreadEvents events) {
    int raw = PerfRing.SAMPLE_RAW_AT;
    if ((ring.intAt(raw) & 0xFFFF) != id) {
      return false;
    }
    events.signalled(
        time,
        ring.intAt(raw + number),
        ring.intAt(PerfRing.SAMPLE_PID_AT),
        ring.intAt(PerfRing.SAMPLE_TID_AT),
        ring.intAt(raw + receiver));
    return true;
  }
}
