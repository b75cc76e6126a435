package dev.takt.watch.bpf;

import dev.takt.watch.bpf.Assembler.Condition;
import dev.takt.watch.bpf.Assembler.Register;
import dev.takt.watch.bpf.Assembler.Width;
import java.util.List;

/// The BPF program that reads the kernel's own scheduler timestamps (`sched_info` in `task_struct`,
/// CONFIG_SCHED_INFO).
///
/// It runs at sched_switch and reads three times: since when the incoming thread has been in the
/// run queue, since when the outgoing one has had the processor, and the run queue's clock. For
/// switches without a long wait it calls no helper function, since calls are most of the cost of a
/// program.
///
/// The tracepoint runs before the kernel resets the incoming thread's `last_queued`
/// (`sched_info_arrive`). The kernel lacks two times, so the program keeps them in a map for each
/// outgoing thread:
///
/// - When a waiting thread migrates to another run queue, the kernel adds its wait so far to
///   `run_delay` and restarts `last_queued`. The program stores `run_delay` at switch-out; its
///   growth until switch-in is the wait in other queues.
/// - If a thread is preempted while it prepares to sleep, the kernel does not set `last_queued`.
///   For preempted threads the program stores the switch-out time instead.
///
/// The map has a limited number of slots, indexed by thread number. Where two threads share a slot,
/// the later one owns it; of the other, only the wait in its last run queue is known.
final class SchedInfoProgram extends SchedulerCodeGenerator {

  // A thread's slot in the map: switch-out time if preempted, else run_delay at switch-out (8
  // bytes); tid (4); state (4).
  private static final int SLOT_BYTES = 16;
  private static final int LEFT_OR_RUN_DELAY_AT = 0;
  private static final int OWNER_AT = 8;
  private static final int STATE_AT = 12;

  /// State: it waits for an event.
  private static final int ASLEEP = 0;

  private static final int STOPPED = 1;

  /// State: preempted on CPU n, encoded as PREEMPTED + n.
  private static final int PREEMPTED = 2;

  /// The stack slot of a duration, next to the record.
  private static final int DURATION_OFFSET = KEY_OFFSET - 8;

  private final int lastQueuedOffset;
  private final int runDelayOffset;
  private final int lastArrivalOffset;
  private final int cfsRqOffset;
  private final int rqOffset;
  private final int clockOffset;
  private final int cpuOffset;

  /// @throws BpfException if this kernel does not have these times
  SchedInfoProgram(KernelTypes types) throws BpfException {
    super(types, SLOT_BYTES);
    int times = types.offset("task_struct", "sched_info");
    lastQueuedOffset = times + types.offset("sched_info", "last_queued");
    runDelayOffset = times + types.offset("sched_info", "run_delay");
    lastArrivalOffset = times + types.offset("sched_info", "last_arrival");
    cfsRqOffset = types.offset("task_struct", "se") + types.offset("sched_entity", "cfs_rq");
    rqOffset = types.offset("cfs_rq", "rq");
    clockOffset = types.offset("rq", "clock");
    cpuOffset = types.offset("rq", "cpu");
  }

  @Override
  List<TracepointProgram> programs(int waitNanos, int sliceNanos) {
    return List.of(new TracepointProgram("sched_switch", switchProgram(waitNanos, sliceNanos)));
  }

  /// `sched_switch(bool preempt, struct task_struct *prev, struct task_struct *next, unsigned int
  /// prev_state)`
  ///
  /// The common path comes first and the rare cases after it, so that little of the program has to
  /// be in the instruction cache. Throughout, `R6` is the context, `R7` the time, `R8` the thread,
  /// `R9` the run queue.
  private Assembler switchProgram(int waitNanos, int sliceNanos) {
    Assembler to = new Assembler();
    to.move(Register.R6, Register.R1);
    to.load(Register.R8, Width.LONG, Register.R6, 8);
    to.load(Register.R9, Width.LONG, Register.R8, cfsRqOffset);
    to.load(Register.R9, Width.LONG, Register.R9, rqOffset);
    to.load(Register.R7, Width.LONG, Register.R9, clockOffset);
    switchOut(to, sliceNanos);
    switchIn(to, waitNanos);
    end(to);
    preempted(to);
    stopped(to);
    ranLong(to);
    newThread(to);
    resumed(to);
    waitedLong(to);
    return to;
  }

  private void switchOut(Assembler to, int sliceNanos) {
    to.load(Register.R2, Width.WORD, Register.R8, tidOffset);
    to.jump(Condition.EQUAL, Register.R2, 0, "switch in");
    lookUpThread(to);
    to.jump(Condition.EQUAL, Register.R0, 0, "switch in");
    to.load(Register.R2, Width.WORD, Register.R8, tidOffset);
    to.store(Register.R0, OWNER_AT, Width.WORD, Register.R2);
    to.load(Register.R3, Width.LONG, Register.R6, 0);
    to.jump(Condition.NOT_EQUAL, Register.R3, 0, "preempted");
    to.load(Register.R3, Width.LONG, Register.R6, 24);
    to.jump(Condition.EQUAL, Register.R3, 0, "preempted");
    to.load(Register.R4, Width.LONG, Register.R8, runDelayOffset);
    to.store(Register.R0, LEFT_OR_RUN_DELAY_AT, Width.LONG, Register.R4);
    to.store(Register.R0, STATE_AT, Width.WORD, ASLEEP);
    to.jump(Condition.ANY_BIT, Register.R3, TASK_STOPPED | TASK_TRACED, "stopped");
    to.label("slice");
    to.load(Register.R1, Width.LONG, Register.R8, lastArrivalOffset);
    to.move(Register.R4, Register.R7);
    to.subtract(Register.R4, Register.R1);
    to.jump(Condition.SIGNED_NOT_BELOW, Register.R4, sliceNanos, "ran long");
  }

  private void switchIn(Assembler to, int waitNanos) {
    to.label("switch in");
    to.load(Register.R8, Width.LONG, Register.R6, 16);
    to.load(Register.R2, Width.WORD, Register.R8, tidOffset);
    to.jump(Condition.EQUAL, Register.R2, 0, "end");
    lookUpThread(to);
    to.jump(Condition.EQUAL, Register.R0, 0, "end");
    to.load(Register.R5, Width.WORD, Register.R0, STATE_AT);
    to.load(Register.R1, Width.LONG, Register.R0, LEFT_OR_RUN_DELAY_AT);
    to.load(Register.R2, Width.WORD, Register.R8, tidOffset);
    to.load(Register.R3, Width.WORD, Register.R0, OWNER_AT);
    to.jump(Condition.NOT_EQUAL, Register.R2, Register.R3, "no slot");
    to.move(Register.R4, Register.R7);
    to.jump(Condition.NOT_BELOW, Register.R5, PREEMPTED, "waited");
    to.load(Register.R4, Width.LONG, Register.R8, runDelayOffset);
    to.subtract(Register.R4, Register.R1);
    // The sum never shrinks: this is another thread that reuses the number of one that ended.
    to.jump(Condition.SIGNED_BELOW, Register.R4, 0, "no slot");
    to.label("queued");
    to.load(Register.R1, Width.LONG, Register.R8, lastQueuedOffset);
    to.jump(Condition.EQUAL, Register.R1, 0, "wait known");
    to.add(Register.R4, Register.R7);
    to.label("waited");
    to.subtract(Register.R4, Register.R1);
    to.label("wait known");
    to.jump(Condition.EQUAL, Register.R5, STOPPED, "resumed");
    to.label("check wait");
    to.jump(Condition.SIGNED_NOT_BELOW, Register.R4, waitNanos, "waited long");
  }

  private void preempted(Assembler to) {
    to.label("preempted");
    to.store(Register.R0, LEFT_OR_RUN_DELAY_AT, Width.LONG, Register.R7);
    to.load(Register.R2, Width.WORD, Register.R9, cpuOffset);
    to.add(Register.R2, PREEMPTED);
    to.store(Register.R0, STATE_AT, Width.WORD, Register.R2);
    to.jump("slice");
  }

  private void stopped(Assembler to) {
    to.label("stopped");
    to.store(Register.R0, STATE_AT, Width.WORD, STOPPED);
    to.move(Register.R4, 0);
    beginRecord(to);
    to.load(Register.R3, Width.LONG, Register.R6, 24);
    to.jump(Condition.ANY_BIT, Register.R3, TASK_TRACED, "traced");
    emitRecord(to, SchedulerRecord.LEFT_STOPPED);
    to.jump("slice");
    to.label("traced");
    emitRecord(to, SchedulerRecord.LEFT_TRACED);
    to.jump("slice");
  }

  private void ranLong(Assembler to) {
    to.label("ran long");
    to.jump(Condition.EQUAL, Register.R1, 0, "switch in");
    beginRecord(to);
    emitRecord(to, SchedulerRecord.RAN);
    to.jump("switch in");
  }

  /// A thread without a slot: only its wait in this run queue is known.
  private static void newThread(Assembler to) {
    to.label("no slot");
    to.move(Register.R4, 0);
    to.move(Register.R5, ASLEEP);
    to.jump("queued");
  }

  /// A stopped thread continues. Expects and preserves in `R4` the nanoseconds since it became
  /// runnable; sets the state in `R5` to [#ASLEEP], so that a long wait counts as a wake-up.
  private void resumed(Assembler to) {
    to.label("resumed");
    beginRecord(to);
    to.load(Register.R1, Width.LONG, Register.FP, RECORD_OFFSET + SchedulerRecord.BEGIN_AT);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.END_AT, Width.LONG, Register.R1);
    emitRecord(to, SchedulerRecord.RESUMED);
    to.load(Register.R4, Width.LONG, Register.FP, DURATION_OFFSET);
    to.move(Register.R5, ASLEEP);
    to.jump("check wait");
  }

  private void waitedLong(Assembler to) {
    to.label("waited long");
    to.jump(Condition.NOT_BELOW, Register.R5, PREEMPTED, "was preempted");
    beginRecord(to);
    addPreviousThread(to, "of one woken");
    emitRecord(to, SchedulerRecord.WAITED_WOKEN);
    to.jump("end");
    to.label("was preempted");
    to.add(Register.R5, -PREEMPTED);
    beginRecord(to, Register.R5);
    addPreviousThread(to, "of one preempted");
    emitRecord(to, SchedulerRecord.WAITED_PREEMPTED);
    to.jump("end");
  }

  private void beginRecord(Assembler to) {
    to.load(Register.R2, Width.WORD, Register.R9, cpuOffset);
    beginRecord(to, Register.R2);
  }

  /// Fills in the record for the thread in `R8`, for the last `R4` nanoseconds.
  private void beginRecord(Assembler to, Register cpu) {
    to.store(Register.FP, DURATION_OFFSET, Width.LONG, Register.R4);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.CPU_AT, Width.WORD, cpu);
    to.load(Register.R2, Width.WORD, Register.R8, tidOffset);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT, Width.WORD, Register.R2);
    to.load(Register.R2, Width.WORD, Register.R8, pidOffset);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.PID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.OTHER_TID_AT, Width.LONG, 0);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.OTHER_BEGIN_AT, Width.LONG, 0);
    to.call(BPF_KTIME_GET_NS);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.END_AT, Width.LONG, Register.R0);
    to.load(Register.R4, Width.LONG, Register.FP, DURATION_OFFSET);
    to.subtract(Register.R0, Register.R4);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.BEGIN_AT, Width.LONG, Register.R0);
  }

  /// Adds the previous thread and when it was switched in. The kernel keeps no times for the idle
  /// thread; then the processor is assumed to have been idle since this thread was queued.
  ///
  /// @param whose makes the labels unique
  private void addPreviousThread(Assembler to, String whose) {
    to.load(Register.R1, Width.LONG, Register.R6, 8);
    to.load(Register.R2, Width.WORD, Register.R1, tidOffset);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.OTHER_TID_AT, Width.WORD, Register.R2);
    to.load(Register.R3, Width.WORD, Register.R1, pidOffset);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.OTHER_PID_AT, Width.WORD, Register.R3);
    to.load(Register.R4, Width.LONG, Register.R1, lastArrivalOffset);
    to.jump(Condition.NOT_EQUAL, Register.R2, 0, "since " + whose);
    to.load(Register.R4, Width.LONG, Register.R8, lastQueuedOffset);
    to.label("since " + whose);
    to.load(Register.R1, Width.LONG, Register.FP, RECORD_OFFSET + SchedulerRecord.END_AT);
    to.jump(Condition.EQUAL, Register.R4, 0, "never " + whose);
    to.add(Register.R1, Register.R4);
    to.subtract(Register.R1, Register.R7);
    to.label("never " + whose);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.OTHER_BEGIN_AT, Width.LONG, Register.R1);
  }
}
