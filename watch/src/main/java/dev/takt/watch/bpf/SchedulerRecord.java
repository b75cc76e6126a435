package dev.takt.watch.bpf;

/// What the programs write, `struct record`: four bytes each of kind, processor, thread and
/// process; eight of begin and end; then who had the processor before: thread, process, begin.
/// Times are of the monotonic clock.
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

  /// A thread had a processor for long. (Records of tracepoints begin with greater numbers.)
  public static final int RAN = 1;

  /// A thread that was preempted waited for long: on the processor that it had to leave.
  public static final int WAITED_PREEMPTED = 2;

  /// A thread that was woken waited for long: it came to this processor.
  public static final int WAITED_WOKEN = 3;

  /// A signal stopped a thread, or a debugger.
  public static final int LEFT_STOPPED = 4;

  public static final int LEFT_TRACED = 5;

  /// A stopped thread may go on, since the record's end.
  public static final int RESUMED = 6;

  private SchedulerRecord() {}
}
