package dev.takt.watch.scheduler;

/// A mechanism to record run-queue waits. They are ordered from the best to the fallback of last
/// resort; [RunQueueObserver] uses the first one that is permitted.
public enum RunQueueStrategy {
  /// A BPF program at sched_switch that filters in the kernel and reports long waits only: the
  /// whole wait, the thread that had the processor, and stops with their sender. Needs root, or
  /// CAP_BPF and CAP_PERFMON, and Linux 5.18 or later with type information (BTF).
  PROGRAM("a BPF program at the scheduler's switches"),
  /// BPF programs at sched_switch and at wake-ups. They report the same and cost several times as
  /// much. For kernels that do not keep the start of a wait (CONFIG_SCHED_INFO).
  PROGRAMS("BPF programs at the scheduler's switches and wake-ups"),
  /// The scheduler's tracepoints on all processors: the whole wait, the thread that had the
  /// processor, and stops with their sender. Needs root and tracefs.
  TRACEPOINTS("the scheduler's tracepoints, by perf_event_open"),
  /// perf's context-switch records on all processors: waits of preempted threads, and the thread
  /// that had the processor. Needs root, CAP_PERFMON, or kernel.perf_event_paranoid of 0 or less.
  SWITCH_RECORDS("context-switch records of all processors, by perf_event_open"),
  /// perf's context-switch records of single threads: waits of preempted threads. For processes of
  /// the same user.
  THREAD_RECORDS("context-switch records of single threads, by perf_event_open"),
  /// The kernel's sum of run-queue waits of each thread, sampled.
  SCHEDSTAT("run-queue waits sampled from /proc/PID/task/TID/schedstat");

  private final String description;

  RunQueueStrategy(String description) {
    this.description = description;
  }

  /// A description for people.
  String description() {
    return description;
  }
}
