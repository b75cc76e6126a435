package dev.takt.watch.bpf;

/// The layout of the records that the BPF programs write: kind, processor, thread and process, four
/// bytes each; begin and end, eight bytes each; then the thread that had the processor before:
/// thread, process, begin. Times are nanoseconds of the monotonic clock.
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

  /// A thread had the processor for a long time. (Records of tracepoints begin with greater
  /// numbers.)
  public static final int RAN = 1;

  /// A preempted thread waited long. The processor is the one that it had to leave.
  public static final int WAITED_PREEMPTED = 2;

  /// A woken thread waited long. The processor is the one that it came to.
  public static final int WAITED_WOKEN = 3;

  /// A signal stopped a thread.
  public static final int LEFT_STOPPED = 4;

  /// A debugger stopped a thread.
  public static final int LEFT_TRACED = 5;

  /// A stopped thread is runnable again, since the record's end.
  public static final int RESUMED = 6;

  private SchedulerRecord() {}
}
