package dev.takt.watch.perf;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.watch.perf.PerfAttributes.Flag;
import dev.takt.watch.perf.SchedulerEvents.Left;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Records each switch of each processor, by the kernel's perf events. All processors have a ring
/// each; their records are told in the order of time.
///
/// For one thread at a time.
public final class SwitchRecorder implements AutoCloseable {

  /// All rings together.
  private static final int MOST_BYTES = 1 << 26;

  private static final int LARGEST_RING = 1 << 24;
  private static final int SMALLEST_RING = 1 << 16;

  private static final int BUFFER_BYTES = 64;
  private static final int COMM_BYTES = 16;
  private static final int SWITCH_OUT = 1 << 13;
  private static final int SWITCH_OUT_PREEMPTED = 1 << 14;

  private static final int TASK_STOPPED = 4;
  private static final int TASK_TRACED = 8;
  private static final int TASK_NOT_RUNNING = 0xFF;

  private static final String STOPPING_SIGNALS = "sig >= 19 && sig <= 22";

  private final NativeMemory memory = new NativeMemory(BUFFER_BYTES);
  private final List<Integer> descriptors = new ArrayList<>();
  private final List<Cpu> cpus = new ArrayList<>();
  private final boolean tracepoints;

  // Where the fields are; 0 without tracepoints.
  private int switchId;
  private int switchState;
  private int switchNext;
  private int wakingId;
  private int wakingTid;
  private int signalId;
  private int signalNumber;
  private int signalTid;

  /// One processor and its ring.
  private static final class Cpu {
    final int number;
    final PerfRing ring;
    long next;

    Cpu(int number, PerfRing ring) {
      this.number = number;
      this.ring = ring;
    }
  }

  private SwitchRecorder(boolean tracepoints) {
    this.tracepoints = tracepoints;
  }

  /// Records by tracepoints of the scheduler: also who was made runnable when, who was stopped by a
  /// signal, and who sent it.
  ///
  /// @throws PerfException if that is not possible here
  public static SwitchRecorder withTracepoints() throws PerfException {
    return open(true);
  }

  /// Records by the kernel's switch records, which need no tracefs: a thread that leaves its
  /// processor is [Left#RUNNABLE] or [Left#WAITING], and nobody tells when it could run again.
  ///
  /// @throws PerfException if that is not possible here
  public static SwitchRecorder withSwitchRecords() throws PerfException {
    return open(false);
  }

  private static SwitchRecorder open(boolean tracepoints) throws PerfException {
    if (!PerfAccess.isThere()) {
      throw new PerfException(PerfAccess.whyNotThere());
    }
    SwitchRecorder recorder = new SwitchRecorder(tracepoints);
    try {
      recorder.openAll();
    } catch (PerfException e) {
      recorder.close();
      throw e;
    }
    return recorder;
  }

  private void openAll() throws PerfException {
    PerfAttributes dummy =
        recording(PerfAttributes.TYPE_SOFTWARE, PerfAttributes.SOFTWARE_DUMMY)
            .with(Flag.COMM, Flag.TASK);
    List<PerfAttributes> events = new ArrayList<>(List.of(dummy));
    if (tracepoints) {
      SchedulerTracepoints found = SchedulerTracepoints.find();
      switchId = found.switched().id();
      switchState = found.switched().offset("prev_state");
      switchNext = found.switched().offset("next_pid");
      wakingId = found.waking().id();
      wakingTid = found.waking().offset("pid");
      signalId = found.signal().id();
      signalNumber = found.signal().offset("sig");
      signalTid = found.signal().offset("pid");
      for (int id : new int[] {switchId, wakingId, signalId}) {
        events.add(recording(PerfAttributes.TYPE_TRACEPOINT, id));
      }
    } else {
      dummy.with(Flag.CONTEXT_SWITCH);
    }
    List<Integer> online = OnlineCpus.list();
    int share = Integer.highestOneBit(Math.max(1, MOST_BYTES / online.size()));
    int size = Math.clamp(share, SMALLEST_RING, LARGEST_RING);
    for (int each : online) {
      open(each, events, size);
    }
    for (int each : descriptors) {
      var _ = PerfCalls.enable(memory, each);
    }
  }

  private static PerfAttributes recording(int type, long config) {
    return new PerfAttributes(type, config)
        .with(Flag.DISABLED, Flag.SAMPLE_ID_ALL)
        .recording(PerfRing.SAMPLE_TYPE);
  }

  /// Opens the events of one processor; all write into the ring of the first.
  private void open(int cpu, List<PerfAttributes> events, int size) throws PerfException {
    int first = open(cpu, events.getFirst());
    cpus.add(new Cpu(cpu, PerfRing.open(memory, first, size, SMALLEST_RING)));
    for (PerfAttributes each : events.subList(1, events.size())) {
      int fd = open(cpu, each);
      int result = PerfCalls.setOutput(memory, fd, first);
      if (result >= 0 && each == events.getLast()) {
        result = PerfCalls.setFilter(memory, fd, STOPPING_SIGNALS);
      }
      if (result < 0) {
        throw new PerfException(PerfAccess.reason(-result));
      }
    }
  }

  private int open(int cpu, PerfAttributes event) throws PerfException {
    int fd = PerfCalls.open(memory, event, PerfCalls.ALL_THREADS, cpu, PerfCalls.NO_GROUP);
    if (fd < 0) {
      throw new PerfException(PerfAccess.reason(-fd));
    }
    descriptors.add(fd);
    return fd;
  }

  /// Whether it is told who was made runnable, and who was stopped by a signal.
  public boolean hasTracepoints() {
    return tracepoints;
  }

  /// Tells what was recorded.
  ///
  /// @param until what is later waits for the next call: another processor's record of an earlier
  ///   time may still be on its way
  public void drain(long until, SchedulerEvents events) {
    for (Cpu each : cpus) {
      each.ring.refresh();
      each.next = each.ring.hasNext() ? each.ring.time() : Long.MAX_VALUE;
    }
    while (true) {
      Cpu earliest = cpus.getFirst();
      long limit = until;
      for (int i = 1; i < cpus.size(); i++) {
        Cpu each = cpus.get(i);
        if (each.next < earliest.next) {
          limit = Math.min(limit, earliest.next);
          earliest = each;
        } else {
          limit = Math.min(limit, each.next);
        }
      }
      if (earliest.next > limit || earliest.next == Long.MAX_VALUE) {
        break;
      }
      drain(earliest, limit, events);
    }
    for (Cpu each : cpus) {
      each.ring.release();
    }
  }

  private void drain(Cpu cpu, long limit, SchedulerEvents events) {
    PerfRing ring = cpu.ring;
    while (cpu.next <= limit) {
      tell(cpu, events);
      ring.advance();
      if (!ring.hasNext()) {
        cpu.next = Long.MAX_VALUE;
        return;
      }
      cpu.next = ring.time();
    }
  }

  private void tell(Cpu cpu, SchedulerEvents events) {
    PerfRing ring = cpu.ring;
    switch (ring.type()) {
      case PerfRing.RECORD_SAMPLE -> tellSample(cpu, events);
      case PerfRing.RECORD_SWITCH_CPU_WIDE -> tellSwitch(cpu, events);
      case PerfRing.RECORD_FORK ->
          events.started(cpu.next, ring.intAt(8), ring.intAt(16), ring.intAt(20));
      case PerfRing.RECORD_EXIT -> events.ended(ring.intAt(16));
      case PerfRing.RECORD_COMM -> events.named(ring.intAt(8), ring.intAt(12), comm(ring));
      case PerfRing.RECORD_LOST -> events.lost(ring.longAt(16));
      default -> {
        // Records that nobody asked for say nothing about switches.
      }
    }
  }

  /// Of the two records of a switch, the one about the thread that leaves says all.
  private static void tellSwitch(Cpu cpu, SchedulerEvents events) {
    PerfRing ring = cpu.ring;
    if ((ring.misc() & SWITCH_OUT) != 0) {
      int trailer = ring.trailer();
      Left left = (ring.misc() & SWITCH_OUT_PREEMPTED) != 0 ? Left.RUNNABLE : Left.WAITING;
      int pid = ring.intAt(trailer);
      events.switched(cpu.number, cpu.next, pid, ring.intAt(trailer + 4), left, ring.intAt(12));
    }
  }

  private void tellSample(Cpu cpu, SchedulerEvents events) {
    PerfRing ring = cpu.ring;
    int raw = PerfRing.SAMPLE_RAW_AT;
    int pid = ring.intAt(PerfRing.HEADER);
    int tid = ring.intAt(PerfRing.HEADER + 4);
    int id = ring.intAt(raw) & 0xFFFF;
    if (id == switchId) {
      Left left = left(ring.intAt(raw + switchState));
      events.switched(cpu.number, cpu.next, pid, tid, left, ring.intAt(raw + switchNext));
    } else if (id == wakingId) {
      events.woken(cpu.next, ring.intAt(raw + wakingTid));
    } else if (id == signalId) {
      int signal = ring.intAt(raw + signalNumber);
      events.signalled(cpu.next, signal, pid, tid, ring.intAt(raw + signalTid));
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

  private static String comm(PerfRing ring) {
    byte[] name = new byte[COMM_BYTES];
    int length = 0;
    while (length < COMM_BYTES && ring.byteAt(16 + length) != 0) {
      name[length] = ring.byteAt(16 + length);
      length++;
    }
    return new String(name, 0, length, StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    cpus.forEach(each -> each.ring.close());
    cpus.clear();
    descriptors.forEach(fd -> Libc.close(memory, fd));
    descriptors.clear();
  }
}
