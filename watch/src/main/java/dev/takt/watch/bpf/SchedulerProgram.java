package dev.takt.watch.bpf;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.watch.bpf.SchedulerCodeGenerator.TracepointProgram;
import java.util.ArrayList;
import java.util.List;

/// Loads and attaches the BPF programs that filter scheduler events in the kernel.
///
/// They write a [SchedulerRecord] only for a long run-queue wait, a long timeslice, and a thread
/// that is stopped. A switch without a record costs the switching thread some tens of nanoseconds.
///
/// The programs run for all threads of the machine until this is closed. Not thread-safe.
public final class SchedulerProgram implements AutoCloseable {

  /// Where the enqueue timestamps come from.
  public enum TimestampSource {
    /// The kernel keeps them (CONFIG_SCHED_INFO), and a program at switches reads them.
    SCHED_INFO,
    /// BPF programs at switches and wake-ups keep them in a map. Costs several times as much.
    BPF_MAP
  }

  private final BpfCalls calls = new BpfCalls();
  private final List<Integer> descriptors = new ArrayList<>();
  private final List<Integer> programs = new ArrayList<>();
  private int events;

  private SchedulerProgram() {}

  /// Loads the programs. They run from [#attach] on.
  ///
  /// @param cpus the highest CPU number plus one
  /// @param waitNanos the shortest wait that is recorded
  /// @param sliceNanos the shortest timeslice that is recorded
  /// @throws BpfException if that is not possible here
  public static SchedulerProgram load(
      TimestampSource times, int cpus, int waitNanos, int sliceNanos) throws BpfException {
    KernelTypes types = KernelTypes.read();
    SchedulerCodeGenerator code =
        switch (times) {
          case SCHED_INFO -> new SchedInfoProgram(types);
          case BPF_MAP -> new WakeupTrackingProgram(types);
        };
    SchedulerProgram made = new SchedulerProgram();
    try {
      made.events = made.map(BpfCalls.MAP_PERF_EVENT_ARRAY, Integer.BYTES, Integer.BYTES, cpus);
      code.setEventMap(made.events);
      code.createMaps(made::map);
      for (TracepointProgram each : code.programs(waitNanos, sliceNanos)) {
        int tracepoint = types.typedef("btf_trace_" + each.tracepoint());
        made.programs.add(made.keep(made.calls.loadProgram(each.program(), tracepoint)));
      }
      return made;
    } catch (BpfException e) {
      made.close();
      throw e;
    }
  }

  private int map(int type, int keyBytes, int valueBytes, int entries) throws BpfException {
    return keep(calls.createMap(type, keyBytes, valueBytes, entries));
  }

  /// Directs the records of a processor to a perf event of that processor.
  ///
  /// @param event the descriptor of an event of type `PERF_COUNT_SW_BPF_OUTPUT`
  public void writeTo(int cpu, int event) throws BpfException {
    calls.updateMap(events, cpu, event);
  }

  /// Starts the programs.
  public void attach() throws BpfException {
    for (int each : programs) {
      keep(calls.attach(each));
    }
  }

  private int keep(int descriptor) {
    descriptors.add(descriptor);
    return descriptor;
  }

  @Override
  public void close() {
    NativeMemory memory = new NativeMemory(Long.BYTES);
    // In reverse order: programs are detached before their maps are closed.
    descriptors.reversed().forEach(each -> Libc.close(memory, each));
    descriptors.clear();
  }
}
