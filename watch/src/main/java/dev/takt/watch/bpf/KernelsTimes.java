package dev.takt.watch.bpf;

import dev.takt.watch.bpf.Assembler.Register;
import dev.takt.watch.bpf.Assembler.When;
import dev.takt.watch.bpf.Assembler.Width;
import java.util.List;

/// One program, at switches, which reads what the kernel itself has noted: since when the thread
/// that comes has been in its processor's queue, since when the one that leaves has had the
/// processor, and what time it is. In the usual case it calls nothing: a call, and the way to a
/// program, is what costs.
///
/// The tracepoint is passed before the kernel clears what it has noted of the one that comes
/// (`sched_info_arrive`). Two things are not there to be read, so they are kept for each thread as
/// it leaves:
///
/// - When a thread that waits goes to another processor's queue, its wait so far goes into a sum
///   (`run_delay`) and a new one begins. So the sum is kept: by how much it has grown meanwhile is
///   what the thread waited elsewhere.
/// - A thread that is preempted while it prepares to sleep is not noted as waiting. So when it left
///   is kept.
///
/// Where two threads' numbers share a place, the later one has it; of the other only what it waited
/// in its last queue is known.
final class KernelsTimes extends SchedulerCode {

  // What is kept of a thread: when it left, or what it had waited by then; its number; its state.
  private static final int KEPT_BYTES = 16;
  private static final int LEFT_AT = 0;
  private static final int OWNER_AT = 8;
  private static final int STATE_AT = 12;

  /// It waits for something.
  private static final int ASLEEP = 0;

  private static final int STOPPED = 1;

  /// It had to leave; and so many more is the processor's number.
  private static final int PREEMPTED = 2;

  /// Where it is kept for how long something took, beside the record.
  private static final int SPAN = KEY - 8;

  private final int queuedAt;
  private final int waitedAt;
  private final int cameAt;
  private final int groupAt;
  private final int processorAt;
  private final int clockAt;
  private final int numberAt;

  /// @throws BpfException if this kernel does not note it
  KernelsTimes(KernelTypes types) throws BpfException {
    super(types, KEPT_BYTES);
    int times = types.offset("task_struct", "sched_info");
    queuedAt = times + types.offset("sched_info", "last_queued");
    waitedAt = times + types.offset("sched_info", "run_delay");
    cameAt = times + types.offset("sched_info", "last_arrival");
    groupAt = types.offset("task_struct", "se") + types.offset("sched_entity", "cfs_rq");
    processorAt = types.offset("cfs_rq", "rq");
    clockAt = types.offset("rq", "clock");
    numberAt = types.offset("rq", "cpu");
  }

  @Override
  List<AtTracepoint> programs(int waitNanos, int sliceNanos) {
    return List.of(new AtTracepoint("sched_switch", switching(waitNanos, sliceNanos)));
  }

  /// `sched_switch(bool preempt, struct task_struct *prev, struct task_struct *next, unsigned int
  /// prev_state)`
  ///
  /// What is usual stands together, so that little of the program has to be in the processor's
  /// cache: what is seldom comes behind it. Between the two, `R6` is the context, `R7` the time,
  /// `R8` the thread, `R9` the processor.
  private Assembler switching(int waitNanos, int sliceNanos) {
    Assembler to = new Assembler();
    to.move(Register.R6, Register.R1);
    to.load(Register.R8, Width.LONG, Register.R6, 8);
    to.load(Register.R9, Width.LONG, Register.R8, groupAt);
    to.load(Register.R9, Width.LONG, Register.R9, processorAt);
    to.load(Register.R7, Width.LONG, Register.R9, clockAt);
    leave(to, sliceNanos);
    come(to, waitNanos);
    end(to);
    preempted(to);
    stopped(to);
    ranLong(to);
    newThread(to);
    resumed(to);
    waitedLong(to);
    return to;
  }

  private void leave(Assembler to, int sliceNanos) {
    to.load(Register.R2, Width.WORD, Register.R8, threadAt);
    to.jump(When.EQUAL, Register.R2, 0, "come");
    lookUpThread(to);
    to.jump(When.EQUAL, Register.R0, 0, "come");
    to.load(Register.R2, Width.WORD, Register.R8, threadAt);
    to.store(Register.R0, OWNER_AT, Width.WORD, Register.R2);
    to.load(Register.R3, Width.LONG, Register.R6, 0);
    to.jump(When.NOT_EQUAL, Register.R3, 0, "preempted");
    to.load(Register.R3, Width.LONG, Register.R6, 24);
    to.jump(When.EQUAL, Register.R3, 0, "preempted");
    to.load(Register.R4, Width.LONG, Register.R8, waitedAt);
    to.store(Register.R0, LEFT_AT, Width.LONG, Register.R4);
    to.store(Register.R0, STATE_AT, Width.WORD, ASLEEP);
    to.jump(When.ANY_BIT, Register.R3, TASK_STOPPED | TASK_TRACED, "stopped");
    to.label("slice");
    to.load(Register.R1, Width.LONG, Register.R8, cameAt);
    to.move(Register.R4, Register.R7);
    to.subtract(Register.R4, Register.R1);
    to.jump(When.SIGNED_NOT_BELOW, Register.R4, sliceNanos, "ran long");
  }

  private void come(Assembler to, int waitNanos) {
    to.label("come");
    to.load(Register.R8, Width.LONG, Register.R6, 16);
    to.load(Register.R2, Width.WORD, Register.R8, threadAt);
    to.jump(When.EQUAL, Register.R2, 0, "end");
    lookUpThread(to);
    to.jump(When.EQUAL, Register.R0, 0, "end");
    to.load(Register.R5, Width.WORD, Register.R0, STATE_AT);
    to.load(Register.R1, Width.LONG, Register.R0, LEFT_AT);
    to.load(Register.R2, Width.WORD, Register.R8, threadAt);
    to.load(Register.R3, Width.WORD, Register.R0, OWNER_AT);
    to.jump(When.NOT_EQUAL, Register.R2, Register.R3, "new");
    to.move(Register.R4, Register.R7);
    to.jump(When.NOT_BELOW, Register.R5, PREEMPTED, "waited");
    to.load(Register.R4, Width.LONG, Register.R8, waitedAt);
    to.subtract(Register.R4, Register.R1);
    // It cannot have become less: that is another thread, which has the number of one that ended.
    to.jump(When.SIGNED_BELOW, Register.R4, 0, "new");
    to.label("queued");
    to.load(Register.R1, Width.LONG, Register.R8, queuedAt);
    to.jump(When.EQUAL, Register.R1, 0, "known");
    to.add(Register.R4, Register.R7);
    to.label("waited");
    to.subtract(Register.R4, Register.R1);
    to.label("known");
    to.jump(When.EQUAL, Register.R5, STOPPED, "resumed");
    to.label("started");
    to.jump(When.SIGNED_NOT_BELOW, Register.R4, waitNanos, "waited long");
  }

  private void preempted(Assembler to) {
    to.label("preempted");
    to.store(Register.R0, LEFT_AT, Width.LONG, Register.R7);
    to.load(Register.R2, Width.WORD, Register.R9, numberAt);
    to.add(Register.R2, PREEMPTED);
    to.store(Register.R0, STATE_AT, Width.WORD, Register.R2);
    to.jump("slice");
  }

  private void stopped(Assembler to) {
    to.label("stopped");
    to.store(Register.R0, STATE_AT, Width.WORD, STOPPED);
    to.move(Register.R4, 0);
    begin(to);
    to.load(Register.R3, Width.LONG, Register.R6, 24);
    to.jump(When.ANY_BIT, Register.R3, TASK_TRACED, "traced");
    write(to, SchedulerRecord.LEFT_STOPPED);
    to.jump("slice");
    to.label("traced");
    write(to, SchedulerRecord.LEFT_TRACED);
    to.jump("slice");
  }

  private void ranLong(Assembler to) {
    to.label("ran long");
    to.jump(When.EQUAL, Register.R1, 0, "come");
    begin(to);
    write(to, SchedulerRecord.RAN);
    to.jump("come");
  }

  /// A thread of which nothing is kept: only its wait in this queue is known.
  private static void newThread(Assembler to) {
    to.label("new");
    to.move(Register.R4, 0);
    to.move(Register.R5, ASLEEP);
    to.jump("queued");
  }

  /// It could go on since `R4` before now, which is kept.
  private void resumed(Assembler to) {
    to.label("resumed");
    begin(to);
    to.load(Register.R1, Width.LONG, Register.FP, RECORD + SchedulerRecord.BEGIN_AT);
    to.store(Register.FP, RECORD + SchedulerRecord.END_AT, Width.LONG, Register.R1);
    write(to, SchedulerRecord.RESUMED);
    to.load(Register.R4, Width.LONG, Register.FP, SPAN);
    to.move(Register.R5, ASLEEP);
    to.jump("started");
  }

  private void waitedLong(Assembler to) {
    to.label("waited long");
    to.jump(When.NOT_BELOW, Register.R5, PREEMPTED, "came back");
    begin(to);
    beginOther(to, "of one woken");
    write(to, SchedulerRecord.WAITED_WOKEN);
    to.jump("end");
    to.label("came back");
    to.add(Register.R5, -PREEMPTED);
    begin(to, Register.R5);
    beginOther(to, "of one preempted");
    write(to, SchedulerRecord.WAITED_PREEMPTED);
    to.jump("end");
  }

  private void begin(Assembler to) {
    to.load(Register.R2, Width.WORD, Register.R9, numberAt);
    begin(to, Register.R2);
  }

  /// The record of the thread in `R8`, from `R4` before now till now.
  private void begin(Assembler to, Register cpu) {
    to.store(Register.FP, SPAN, Width.LONG, Register.R4);
    to.store(Register.FP, RECORD + SchedulerRecord.CPU_AT, Width.WORD, cpu);
    to.load(Register.R2, Width.WORD, Register.R8, threadAt);
    to.store(Register.FP, RECORD + SchedulerRecord.TID_AT, Width.WORD, Register.R2);
    to.load(Register.R2, Width.WORD, Register.R8, processAt);
    to.store(Register.FP, RECORD + SchedulerRecord.PID_AT, Width.WORD, Register.R2);
    to.store(Register.FP, RECORD + SchedulerRecord.OTHER_TID_AT, Width.LONG, 0);
    to.store(Register.FP, RECORD + SchedulerRecord.OTHER_BEGIN_AT, Width.LONG, 0);
    to.call(NOW);
    to.store(Register.FP, RECORD + SchedulerRecord.END_AT, Width.LONG, Register.R0);
    to.load(Register.R4, Width.LONG, Register.FP, SPAN);
    to.subtract(Register.R0, Register.R4);
    to.store(Register.FP, RECORD + SchedulerRecord.BEGIN_AT, Width.LONG, Register.R0);
  }

  /// Who had the processor just before, and since when. Of idleness the kernel notes nothing; but
  /// none is in the queue of an idle processor for long, so it was idle since this thread came.
  ///
  /// @param whose for the labels
  private void beginOther(Assembler to, String whose) {
    to.load(Register.R1, Width.LONG, Register.R6, 8);
    to.load(Register.R2, Width.WORD, Register.R1, threadAt);
    to.store(Register.FP, RECORD + SchedulerRecord.OTHER_TID_AT, Width.WORD, Register.R2);
    to.load(Register.R3, Width.WORD, Register.R1, processAt);
    to.store(Register.FP, RECORD + SchedulerRecord.OTHER_PID_AT, Width.WORD, Register.R3);
    to.load(Register.R4, Width.LONG, Register.R1, cameAt);
    to.jump(When.NOT_EQUAL, Register.R2, 0, "since " + whose);
    to.load(Register.R4, Width.LONG, Register.R8, queuedAt);
    to.label("since " + whose);
    to.load(Register.R1, Width.LONG, Register.FP, RECORD + SchedulerRecord.END_AT);
    to.jump(When.EQUAL, Register.R4, 0, "never " + whose);
    to.add(Register.R1, Register.R4);
    to.subtract(Register.R1, Register.R7);
    to.label("never " + whose);
    to.store(Register.FP, RECORD + SchedulerRecord.OTHER_BEGIN_AT, Width.LONG, Register.R1);
  }
}
