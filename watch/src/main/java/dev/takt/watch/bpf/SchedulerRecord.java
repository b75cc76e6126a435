package dev.takt.watch.bpf;

/// Layout of the records that the BPF programs write. u32: kind, cpu, tid, pid; u64: begin, end;
/// then the previous thread on the CPU: u32 tid, u32 pid, u64 begin. Times are CLOCK_MONOTONIC
/// nanoseconds; 0 in the last field: unknown.
public final class SchedulerRecord {

  public static final int KIND_AT = 0;
  public static final int CPU_AT = 4;
  public static final int TID_AT = 8;
  public static final int PID_AT = 12;
  public static final int BEGIN_AT = 16;
  public static final int END_AT = 24;
  public static final int OTHER_TID_AT = 32;
  public static final int OTHER_PID_AT = 36;
  public static final int OTHER_BEGIN_AT = 40;
  static final int BYTES = 48;

  /// Timeslice longer than the threshold. Kinds are small so that they differ from the ids with
  /// which records of tracepoints begin.
  public static final int RAN = 1;

  /// Run-queue wait after a preemption. `cpu` is the one it was preempted on.
  public static final int WAITED_PREEMPTED = 2;

  /// Run-queue wait after a wake-up. `cpu` is the one it was switched in on.
  public static final int WAITED_WOKEN = 3;

  /// A signal stopped a thread.
  public static final int LEFT_STOPPED = 4;

  /// A debugger stopped a thread.
  public static final int LEFT_TRACED = 5;

  /// A stopped thread became runnable again at the record's end.
  public static final int RESUMED = 6;

  private SchedulerRecord() {}
}
