package dev.takt.watch.bpf;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.watch.bpf.SchedulerCode.AtTracepoint;
import java.util.ArrayList;
import java.util.List;

/// Programs at the scheduler's tracepoints that write a record ([SchedulerRecord]) only of what is
/// long: a wait for a processor, a slice of one; and of threads that are stopped. What is short
/// costs whoever switches some tens of nanoseconds.
///
/// The programs run for all threads of the machine until this is closed. For one thread.
public final class SchedulerProgram implements AutoCloseable {

  /// How it is known since when a thread could run.
  public enum Times {
    /// The kernel has noted it (CONFIG_SCHED_INFO): a program at switches reads it.
    OF_KERNEL,
    /// Programs at switches and wake-ups note it themselves, which costs several times as much.
    OWN
  }

  private final BpfCalls calls = new BpfCalls();
  private final List<Integer> descriptors = new ArrayList<>();
  private final List<Integer> programs = new ArrayList<>();
  private int events;

  private SchedulerProgram() {}

  /// Loads the programs; they run from [#attach] on.
  ///
  /// @param cpus one more than the highest number of a processor
  /// @param waitNanos how long a wait is at least of which there is a record
  /// @param sliceNanos how long a slice of a processor
  /// @throws BpfException if that is not possible here
  public static SchedulerProgram load(Times times, int cpus, int waitNanos, int sliceNanos)
      throws BpfException {
    KernelTypes types = KernelTypes.read();
    SchedulerCode code =
        switch (times) {
          case OF_KERNEL -> new KernelsTimes(types);
          case OWN -> new OwnTimes(types);
        };
    SchedulerProgram made = new SchedulerProgram();
    try {
      made.events = made.map(BpfCalls.MAP_OF_EVENTS, Integer.BYTES, Integer.BYTES, cpus);
      code.writeTo(made.events);
      code.makeMaps(made::map);
      for (AtTracepoint each : code.programs(waitNanos, sliceNanos)) {
        int tracepoint = types.typedef("btf_trace_" + each.tracepoint());
        made.programs.add(made.keep(made.calls.load(each.program(), tracepoint)));
      }
      return made;
    } catch (BpfException e) {
      made.close();
      throw e;
    }
  }

  private int map(int type, int keyBytes, int valueBytes, int entries) throws BpfException {
    return keep(calls.map(type, keyBytes, valueBytes, entries));
  }

  /// Lets the records of a processor go to an event of that processor, of the kind that programs
  /// write to.
  public void writeTo(int cpu, int event) throws BpfException {
    calls.put(events, cpu, event);
  }

  /// From now on they run.
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
    // What was attached last is let go first: then nothing runs that still has its maps.
    descriptors.reversed().forEach(each -> Libc.close(memory, each));
    descriptors.clear();
  }
}
