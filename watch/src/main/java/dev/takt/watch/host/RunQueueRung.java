package dev.takt.watch.host;

/// A way to see who could run and did not, the best one first.
public enum RunQueueRung {
  /// A program in the kernel, at its switches, that tells only of what is long: each wait from its
  /// begin, who had the processor, who was stopped and by whom. As root, or with CAP_BPF and
  /// CAP_PERFMON; Linux 5.18 or later that tells its types.
  PROGRAM("a program at the scheduler's switches, by bpf"),
  /// Programs that tell the same and cost several times as much, for a kernel that does not note
  /// itself since when threads wait (CONFIG_SCHED_INFO).
  PROGRAMS("programs at the scheduler's switches and wake-ups, by bpf"),
  /// The scheduler's tracepoints on all processors: each wait from its begin, who had the
  /// processor, who was stopped and by whom. As root, with tracefs.
  TRACEPOINTS("the scheduler's tracepoints, by perf_event_open"),
  /// The kernel's records of switches on all processors: waits of those that were preempted, and
  /// who had the processor. As root, with CAP_PERFMON, or with kernel.perf_event_paranoid of 0 or
  /// less.
  SWITCH_RECORDS("records of all switches, by perf_event_open"),
  /// Such records of single threads: waits of those that were preempted. For processes of one's
  /// own.
  THREAD_RECORDS("records of the threads' own switches, by perf_event_open"),
  /// The waits that the kernel counts for each thread, sampled.
  SCHEDSTAT("the waits that the kernel counts, sampled from /proc/PID/task/TID/schedstat");

  private final String what;

  RunQueueRung(String what) {
    this.what = what;
  }

  /// For people.
  String what() {
    return what;
  }
}
