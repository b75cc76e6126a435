package dev.takt.watch.bpf;

import dev.takt.watch.bpf.Assembler.Condition;
import dev.takt.watch.bpf.Assembler.Register;
import dev.takt.watch.bpf.Assembler.Width;
import java.util.List;

/// The BPF programs that keep their own timestamps: at sched_switch, sched_wakeup and
/// sched_wakeup_new, they note in a map since when each thread has been runnable.
///
/// They need only the tracepoints, not CONFIG_SCHED_INFO, but cost several times as much as
/// [SchedInfoProgram], since a program also runs at each wake-up and calls helper functions.
final class WakeupTrackingProgram extends SchedulerCodeGenerator {

  // A thread's slot in the map: since when it has been in its state, its number (threads may share
  // a slot), its state, its processor.
  private static final int SLOT_BYTES = 24;
  private static final int SINCE_AT = 0;
  private static final int OWNER_AT = 8;
  private static final int STATE_AT = 12;
  private static final int LEFT_CPU_AT = 16;

  /// State: running or asleep; not in a run queue.
  private static final int NOT_QUEUED = 0;

  private static final int PREEMPTED = 1;
  private static final int WOKEN = 2;
  private static final int STOPPED = 3;

  private int lastSwitchMap;

  WakeupTrackingProgram(KernelTypes types) throws BpfException {
    super(types, SLOT_BYTES);
  }

  @Override
  void createMaps(MapFactory maps) throws BpfException {
    super.createMaps(maps);
    lastSwitchMap = maps.create(BpfCalls.MAP_PERCPU_ARRAY, Integer.BYTES, Long.BYTES, 1);
  }

  @Override
  List<TracepointProgram> programs(int waitNanos, int sliceNanos) {
    Assembler waking = wakeupProgram();
    return List.of(
        new TracepointProgram("sched_switch", switchProgram(waitNanos, sliceNanos)),
        new TracepointProgram("sched_wakeup", waking),
        new TracepointProgram("sched_wakeup_new", waking));
  }

  /// `sched_switch(bool preempt, struct task_struct *prev, struct task_struct *next, unsigned int
  /// prev_state)`
  private Assembler switchProgram(int waitNanos, int sliceNanos) {
    Assembler to = new Assembler();
    to.move(Register.R6, Register.R1);
    to.call(BPF_KTIME_GET_NS);
    to.move(Register.R7, Register.R0);
    to.call(BPF_GET_SMP_PROCESSOR_ID);
    to.move(Register.R9, Register.R0);
    recordSlice(to);
    switchOut(to, sliceNanos);
    switchIn(to, waitNanos);
    end(to);
    return to;
  }

  /// Fills in the record: the slice of the outgoing thread since the previous switch, which is also
  /// the `OTHER_*` (previous) thread of the incoming thread's wait. Leaves its begin in `R1` and
  /// its tid in `R2` for [#switchOut].
  private void recordSlice(Assembler to) {
    to.store(Register.FP, KEY_OFFSET, Width.WORD, 0);
    lookUp(to, lastSwitchMap);
    to.jump(Condition.EQUAL, Register.R0, 0, "end");
    to.load(Register.R1, Width.LONG, Register.R0, 0);
    to.store(Register.R0, 0, Width.LONG, Register.R7);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.BEGIN_AT, Width.LONG, Register.R1);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.END_AT, Width.LONG, Register.R7);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.OTHER_BEGIN_AT, Width.LONG, Register.R1);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.CPU_AT, Width.WORD, Register.R9);
    to.load(Register.R8, Width.LONG, Register.R6, 8);
    to.load(Register.R2, Width.WORD, Register.R8, tidOffset);
    to.load(Register.R3, Width.WORD, Register.R8, pidOffset);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.PID_AT, Width.WORD, Register.R3);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.OTHER_TID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.OTHER_PID_AT, Width.WORD, Register.R3);
  }

  private void switchOut(Assembler to, int sliceNanos) {
    to.jump(Condition.EQUAL, Register.R2, 0, "next");
    to.jump(Condition.EQUAL, Register.R1, 0, "leave");
    to.move(Register.R4, Register.R7);
    to.subtract(Register.R4, Register.R1);
    to.jump(Condition.BELOW, Register.R4, sliceNanos, "leave");
    emitRecord(to, SchedulerRecord.RAN);
    to.label("leave");
    lookUpThreadOfRecord(to);
    to.jump(Condition.EQUAL, Register.R0, 0, "next");
    to.store(Register.R0, SINCE_AT, Width.LONG, Register.R7);
    to.load(Register.R2, Width.WORD, Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT);
    to.store(Register.R0, OWNER_AT, Width.WORD, Register.R2);
    to.load(Register.R3, Width.LONG, Register.R6, 0);
    to.jump(Condition.NOT_EQUAL, Register.R3, 0, "runnable");
    to.load(Register.R3, Width.LONG, Register.R6, 24);
    to.jump(Condition.EQUAL, Register.R3, 0, "runnable");
    to.jump(Condition.ANY_BIT, Register.R3, TASK_STOPPED, "stopped");
    to.jump(Condition.ANY_BIT, Register.R3, TASK_TRACED, "traced");
    to.store(Register.R0, STATE_AT, Width.WORD, NOT_QUEUED);
    to.jump("next");
    to.label("stopped");
    to.store(Register.R0, STATE_AT, Width.WORD, STOPPED);
    emitRecord(to, SchedulerRecord.LEFT_STOPPED);
    to.jump("next");
    to.label("traced");
    to.store(Register.R0, STATE_AT, Width.WORD, STOPPED);
    emitRecord(to, SchedulerRecord.LEFT_TRACED);
    to.jump("next");
    to.label("runnable");
    to.store(Register.R0, STATE_AT, Width.WORD, PREEMPTED);
    to.store(Register.R0, LEFT_CPU_AT, Width.WORD, Register.R9);
  }

  private void switchIn(Assembler to, int waitNanos) {
    to.label("next");
    to.load(Register.R8, Width.LONG, Register.R6, 16);
    to.load(Register.R2, Width.WORD, Register.R8, tidOffset);
    to.jump(Condition.EQUAL, Register.R2, 0, "end");
    to.load(Register.R3, Width.WORD, Register.R8, pidOffset);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.PID_AT, Width.WORD, Register.R3);
    lookUpThreadOfRecord(to);
    to.jump(Condition.EQUAL, Register.R0, 0, "end");
    to.load(Register.R1, Width.WORD, Register.R0, OWNER_AT);
    to.load(Register.R2, Width.WORD, Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT);
    to.jump(Condition.NOT_EQUAL, Register.R1, Register.R2, "end");
    to.load(Register.R3, Width.WORD, Register.R0, STATE_AT);
    to.store(Register.R0, STATE_AT, Width.WORD, NOT_QUEUED);
    to.load(Register.R1, Width.LONG, Register.R0, SINCE_AT);
    to.move(Register.R5, Register.R7);
    to.subtract(Register.R5, Register.R1);
    to.jump(Condition.BELOW, Register.R5, waitNanos, "end");
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.BEGIN_AT, Width.LONG, Register.R1);
    to.jump(Condition.EQUAL, Register.R3, WOKEN, "woken");
    to.jump(Condition.NOT_EQUAL, Register.R3, PREEMPTED, "end");
    to.load(Register.R2, Width.WORD, Register.R0, LEFT_CPU_AT);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.CPU_AT, Width.WORD, Register.R2);
    emitRecord(to, SchedulerRecord.WAITED_PREEMPTED);
    to.jump("end");
    to.label("woken");
    emitRecord(to, SchedulerRecord.WAITED_WOKEN);
  }

  /// `sched_wakeup(struct task_struct *p)`, and `sched_wakeup_new`. They run after the thread was
  /// enqueued, so never before its own switch-out. `sched_waking` can run before it.
  private Assembler wakeupProgram() {
    Assembler to = new Assembler();
    to.move(Register.R6, Register.R1);
    for (int at = RECORD_OFFSET; at < 0; at += Long.BYTES) {
      to.store(Register.FP, at, Width.LONG, 0);
    }
    to.load(Register.R8, Width.LONG, Register.R6, 0);
    to.load(Register.R2, Width.WORD, Register.R8, tidOffset);
    to.load(Register.R3, Width.WORD, Register.R8, pidOffset);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.PID_AT, Width.WORD, Register.R3);
    lookUpThreadOfRecord(to);
    to.jump(Condition.EQUAL, Register.R0, 0, "end");
    to.move(Register.R9, Register.R0);
    to.call(BPF_KTIME_GET_NS);
    to.move(Register.R7, Register.R0);
    to.load(Register.R1, Width.WORD, Register.R9, OWNER_AT);
    to.load(Register.R2, Width.WORD, Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT);
    to.jump(Condition.NOT_EQUAL, Register.R1, Register.R2, "set");
    to.load(Register.R3, Width.WORD, Register.R9, STATE_AT);
    to.jump(Condition.EQUAL, Register.R3, NOT_QUEUED, "set");
    to.jump(Condition.NOT_EQUAL, Register.R3, STOPPED, "end");
    to.load(Register.R1, Width.LONG, Register.R9, SINCE_AT);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.BEGIN_AT, Width.LONG, Register.R1);
    to.store(Register.FP, RECORD_OFFSET + SchedulerRecord.END_AT, Width.LONG, Register.R7);
    emitRecord(to, SchedulerRecord.RESUMED);
    to.label("set");
    to.store(Register.R9, SINCE_AT, Width.LONG, Register.R7);
    to.load(Register.R2, Width.WORD, Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT);
    to.store(Register.R9, OWNER_AT, Width.WORD, Register.R2);
    to.store(Register.R9, STATE_AT, Width.WORD, WOKEN);
    end(to);
    return to;
  }

  private void lookUpThreadOfRecord(Assembler to) {
    to.load(Register.R2, Width.WORD, Register.FP, RECORD_OFFSET + SchedulerRecord.TID_AT);
    lookUpThread(to);
  }
}
