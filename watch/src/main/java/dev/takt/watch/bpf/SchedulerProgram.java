package dev.takt.watch.bpf;

import dev.takt.process.linux.Libc;
import dev.takt.process.linux.NativeMemory;
import dev.takt.watch.bpf.Assembler.Register;
import dev.takt.watch.bpf.Assembler.When;
import dev.takt.watch.bpf.Assembler.Width;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Three programs at the scheduler's tracepoints, which keep for each thread since when it could
/// run, and write a record only of what is long: a wait for a processor, a slice of one; and of
/// threads that are stopped.
///
/// So a switch costs whoever makes it some tens of nanoseconds and no record. The programs run for
/// all threads of the machine until this is closed. For one thread.
public final class SchedulerProgram implements AutoCloseable {

  /// `struct record`, as the programs write it: four bytes each of kind, processor, thread and
  /// process; eight of begin and end; then who had the processor before: thread, process, begin.
  public static final int KIND_AT = 0;

  public static final int CPU_AT = 4;
  public static final int TID_AT = 8;
  public static final int PID_AT = 12;
  public static final int BEGIN_AT = 16;
  public static final int END_AT = 24;
  public static final int OTHER_TID_AT = 32;
  public static final int OTHER_PID_AT = 36;
  public static final int OTHER_BEGIN_AT = 40;

  /// A thread had a processor for long. (Records of tracepoints begin with greater numbers.)
  public static final int RAN = 1;

  /// A thread that was preempted waited for long: on the processor that it had to leave.
  public static final int WAITED_PREEMPTED = 2;

  /// A thread that was woken waited for long: it came to this processor.
  public static final int WAITED_WOKEN = 3;

  /// A signal stopped a thread, or a debugger.
  public static final int LEFT_STOPPED = 4;

  public static final int LEFT_TRACED = 5;

  /// A stopped thread may go on.
  public static final int RESUMED = 6;

  private static final int RECORD_BYTES = 48;
  private static final int RECORD = -RECORD_BYTES;
  private static final int KEY = RECORD - 8;

  // What is kept of a thread: since when, its number (others may fall on the same place), its
  // state, its processor.
  private static final int STATE_BYTES = 24;
  private static final int SINCE_AT = 0;
  private static final int OWNER_AT = 8;
  private static final int STATE_AT = 12;
  private static final int QUEUE_AT = 16;

  /// It runs, or waits for something.
  private static final int OTHERWISE = 0;

  private static final int PREEMPTED = 1;
  private static final int WOKEN = 2;
  private static final int STOPPED = 3;

  private static final int TASK_STOPPED = 4;
  private static final int TASK_TRACED = 8;

  private static final int LOOK_UP = 1;
  private static final int NOW = 5;
  private static final int THIS_CPU = 8;
  private static final int WRITE_RECORD = 25;
  private static final long TO_THIS_CPUS_RING = 0xFFFF_FFFFL;

  private static final Path PID_MAX = Path.of("/proc/sys/kernel/pid_max");
  private static final int MOST_PLACES = 1 << 18;

  private final BpfCalls calls = new BpfCalls();
  private final List<Integer> descriptors = new ArrayList<>();
  private final List<Integer> programs = new ArrayList<>();
  private final int threadAt;
  private final int processAt;
  private final int places;
  private int threads;
  private int slices;
  private int events;

  private SchedulerProgram(KernelTypes types) throws BpfException {
    threadAt = types.offset("task_struct", "pid");
    processAt = types.offset("task_struct", "tgid");
    places = places();
  }

  private void makeMaps(int cpus) throws BpfException {
    threads = keep(calls.map(BpfCalls.MAP_ARRAY, Integer.BYTES, STATE_BYTES, places));
    slices = keep(calls.map(BpfCalls.MAP_OF_EACH_CPU, Integer.BYTES, Long.BYTES, 1));
    events = keep(calls.map(BpfCalls.MAP_OF_EVENTS, Integer.BYTES, Integer.BYTES, cpus));
  }

  /// Loads the programs; they run from [#attach] on.
  ///
  /// @param cpus one more than the highest number of a processor
  /// @param waitNanos how long a wait is at least of which there is a record
  /// @param sliceNanos how long a slice of a processor
  /// @throws BpfException if that is not possible here
  public static SchedulerProgram load(int cpus, int waitNanos, int sliceNanos) throws BpfException {
    KernelTypes types = KernelTypes.read();
    SchedulerProgram made = new SchedulerProgram(types);
    try {
      made.makeMaps(cpus);
      made.load(made.switching(waitNanos, sliceNanos), types.typedef("btf_trace_sched_switch"));
      Assembler waking = made.waking();
      made.load(waking, types.typedef("btf_trace_sched_wakeup"));
      made.load(waking, types.typedef("btf_trace_sched_wakeup_new"));
      return made;
    } catch (BpfException e) {
      made.close();
      throw e;
    }
  }

  private void load(Assembler program, int tracepoint) throws BpfException {
    programs.add(keep(calls.load(program, tracepoint)));
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

  /// A place for each number that a thread can have, as far as that is not too much.
  private static int places() {
    try {
      int most = Integer.parseInt(KernelSetting.read(PID_MAX));
      return Math.min(MOST_PLACES, Integer.highestOneBit(Math.max(2, most - 1)) * 2);
    } catch (IOException | NumberFormatException e) {
      return MOST_PLACES;
    }
  }

  /// `sched_switch(bool preempt, struct task_struct *prev, struct task_struct *next, unsigned int
  /// prev_state)`
  private Assembler switching(int waitNanos, int sliceNanos) {
    Assembler to = new Assembler();
    to.move(Register.R6, Register.R1);
    to.call(NOW);
    to.move(Register.R7, Register.R0);
    to.call(THIS_CPU);
    to.move(Register.R9, Register.R0);
    takeSlice(to);
    leave(to, sliceNanos);
    come(to, waitNanos);
    end(to);
    return to;
  }

  /// Whoever leaves had the processor since the switch before: that is in the record already.
  private void takeSlice(Assembler to) {
    to.store(Register.FP, KEY, Width.WORD, 0);
    lookUp(to, slices);
    to.jump(When.EQUAL, Register.R0, 0, "end");
    to.load(Register.R1, Width.LONG, Register.R0, 0);
    to.store(Register.R0, 0, Width.LONG, Register.R7);
    to.store(Register.FP, RECORD + BEGIN_AT, Width.LONG, Register.R1);
    to.store(Register.FP, RECORD + END_AT, Width.LONG, Register.R7);
    to.store(Register.FP, RECORD + OTHER_BEGIN_AT, Width.LONG, Register.R1);
    to.store(Register.FP, RECORD + CPU_AT, Width.WORD, Register.R9);
    to.load(Register.R8, Width.LONG, Register.R6, 8);
    to.load(Register.R2, Width.WORD, Register.R8, threadAt);
    to.load(Register.R3, Width.WORD, Register.R8, processAt);
    to.store(Register.FP, RECORD + TID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD + PID_AT, Width.WORD, Register.R3);
    to.store(Register.FP, RECORD + OTHER_TID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD + OTHER_PID_AT, Width.WORD, Register.R3);
  }

  private void leave(Assembler to, int sliceNanos) {
    to.jump(When.EQUAL, Register.R2, 0, "next");
    to.jump(When.EQUAL, Register.R1, 0, "leave");
    to.move(Register.R4, Register.R7);
    to.subtract(Register.R4, Register.R1);
    to.jump(When.BELOW, Register.R4, sliceNanos, "leave");
    write(to, RAN);
    to.label("leave");
    lookUpThread(to);
    to.jump(When.EQUAL, Register.R0, 0, "next");
    to.store(Register.R0, SINCE_AT, Width.LONG, Register.R7);
    to.load(Register.R2, Width.WORD, Register.FP, RECORD + TID_AT);
    to.store(Register.R0, OWNER_AT, Width.WORD, Register.R2);
    to.load(Register.R3, Width.LONG, Register.R6, 0);
    to.jump(When.NOT_EQUAL, Register.R3, 0, "runnable");
    to.load(Register.R3, Width.LONG, Register.R6, 24);
    to.jump(When.EQUAL, Register.R3, 0, "runnable");
    to.jump(When.ANY_BIT, Register.R3, TASK_STOPPED, "stopped");
    to.jump(When.ANY_BIT, Register.R3, TASK_TRACED, "traced");
    to.store(Register.R0, STATE_AT, Width.WORD, OTHERWISE);
    to.jump("next");
    to.label("stopped");
    to.store(Register.R0, STATE_AT, Width.WORD, STOPPED);
    write(to, LEFT_STOPPED);
    to.jump("next");
    to.label("traced");
    to.store(Register.R0, STATE_AT, Width.WORD, STOPPED);
    write(to, LEFT_TRACED);
    to.jump("next");
    to.label("runnable");
    to.store(Register.R0, STATE_AT, Width.WORD, PREEMPTED);
    to.store(Register.R0, QUEUE_AT, Width.WORD, Register.R9);
  }

  private void come(Assembler to, int waitNanos) {
    to.label("next");
    to.load(Register.R8, Width.LONG, Register.R6, 16);
    to.load(Register.R2, Width.WORD, Register.R8, threadAt);
    to.jump(When.EQUAL, Register.R2, 0, "end");
    to.load(Register.R3, Width.WORD, Register.R8, processAt);
    to.store(Register.FP, RECORD + TID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD + PID_AT, Width.WORD, Register.R3);
    lookUpThread(to);
    to.jump(When.EQUAL, Register.R0, 0, "end");
    to.load(Register.R1, Width.WORD, Register.R0, OWNER_AT);
    to.load(Register.R2, Width.WORD, Register.FP, RECORD + TID_AT);
    to.jump(When.NOT_EQUAL, Register.R1, Register.R2, "end");
    to.load(Register.R3, Width.WORD, Register.R0, STATE_AT);
    to.store(Register.R0, STATE_AT, Width.WORD, OTHERWISE);
    to.load(Register.R1, Width.LONG, Register.R0, SINCE_AT);
    to.move(Register.R5, Register.R7);
    to.subtract(Register.R5, Register.R1);
    to.jump(When.BELOW, Register.R5, waitNanos, "end");
    to.store(Register.FP, RECORD + BEGIN_AT, Width.LONG, Register.R1);
    to.jump(When.EQUAL, Register.R3, WOKEN, "woken");
    to.jump(When.NOT_EQUAL, Register.R3, PREEMPTED, "end");
    to.load(Register.R2, Width.WORD, Register.R0, QUEUE_AT);
    to.store(Register.FP, RECORD + CPU_AT, Width.WORD, Register.R2);
    write(to, WAITED_PREEMPTED);
    to.jump("end");
    to.label("woken");
    write(to, WAITED_WOKEN);
  }

  /// `sched_wakeup(struct task_struct *p)`, and `sched_wakeup_new`. The tracepoint is passed when
  /// the thread is in a queue again, so never before its own switch, as `sched_waking` can be.
  private Assembler waking() {
    Assembler to = new Assembler();
    to.move(Register.R6, Register.R1);
    for (int at = RECORD; at < 0; at += Long.BYTES) {
      to.store(Register.FP, at, Width.LONG, 0);
    }
    to.load(Register.R8, Width.LONG, Register.R6, 0);
    to.load(Register.R2, Width.WORD, Register.R8, threadAt);
    to.load(Register.R3, Width.WORD, Register.R8, processAt);
    to.store(Register.FP, RECORD + TID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD + PID_AT, Width.WORD, Register.R3);
    lookUpThread(to);
    to.jump(When.EQUAL, Register.R0, 0, "end");
    to.move(Register.R9, Register.R0);
    to.call(NOW);
    to.move(Register.R7, Register.R0);
    to.load(Register.R1, Width.WORD, Register.R9, OWNER_AT);
    to.load(Register.R2, Width.WORD, Register.FP, RECORD + TID_AT);
    to.jump(When.NOT_EQUAL, Register.R1, Register.R2, "set");
    to.load(Register.R3, Width.WORD, Register.R9, STATE_AT);
    to.jump(When.EQUAL, Register.R3, OTHERWISE, "set");
    to.jump(When.NOT_EQUAL, Register.R3, STOPPED, "end");
    to.load(Register.R1, Width.LONG, Register.R9, SINCE_AT);
    to.store(Register.FP, RECORD + BEGIN_AT, Width.LONG, Register.R1);
    to.store(Register.FP, RECORD + END_AT, Width.LONG, Register.R7);
    write(to, RESUMED);
    to.label("set");
    to.store(Register.R9, SINCE_AT, Width.LONG, Register.R7);
    to.load(Register.R2, Width.WORD, Register.FP, RECORD + TID_AT);
    to.store(Register.R9, OWNER_AT, Width.WORD, Register.R2);
    to.store(Register.R9, STATE_AT, Width.WORD, WOKEN);
    end(to);
    return to;
  }

  /// The state of the thread in the record, into `R0`; 0 if there is none.
  private void lookUpThread(Assembler to) {
    to.load(Register.R2, Width.WORD, Register.FP, RECORD + TID_AT);
    to.and(Register.R2, places - 1);
    to.store(Register.FP, KEY, Width.WORD, Register.R2);
    lookUp(to, threads);
  }

  private static void lookUp(Assembler to, int map) {
    to.map(Register.R1, map);
    to.move(Register.R2, Register.FP);
    to.add(Register.R2, KEY);
    to.call(LOOK_UP);
  }

  private void write(Assembler to, int kind) {
    to.store(Register.FP, RECORD + KIND_AT, Width.WORD, kind);
    to.move(Register.R1, Register.R6);
    to.map(Register.R2, events);
    to.moveLong(Register.R3, TO_THIS_CPUS_RING);
    to.move(Register.R4, Register.FP);
    to.add(Register.R4, RECORD);
    to.move(Register.R5, RECORD_BYTES);
    to.call(WRITE_RECORD);
  }

  private static void end(Assembler to) {
    to.label("end");
    to.move(Register.R0, 0);
    to.exit();
  }

  @Override
  public void close() {
    NativeMemory memory = new NativeMemory(Long.BYTES);
    // What was attached last is let go first: then nothing runs that still has its maps.
    descriptors.reversed().forEach(each -> Libc.close(memory, each));
    descriptors.clear();
  }
}
