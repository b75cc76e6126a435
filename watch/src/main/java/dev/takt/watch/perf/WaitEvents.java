package dev.takt.watch.perf;

/// Receives long run-queue waits, long timeslices and stops, in the order of time.
public interface WaitEvents extends ThreadEvents {

  /// A timeslice: a thread had a processor. Thread 0 is the idle thread.
  record Slice(int cpu, int pid, int tid, long begin, long end) {}

  /// A long timeslice has ended.
  void ran(Slice slice);

  /// A long run-queue wait has ended.
  ///
  /// @param cpu the processor that the thread waited for: the one that it had to leave, or else the
  ///   one that it came to
  /// @param preempted whether it was preempted; else it was woken
  /// @param last the timeslice just before, on the processor that it came to
  void waited(int cpu, long begin, long end, int pid, int tid, boolean preempted, Slice last);

  /// A thread was stopped.
  ///
  /// @param traced by a debugger; else by a signal
  void stopped(long time, int pid, int tid, boolean traced);

  /// A stopped thread is runnable again.
  void resumed(long time, int pid, int tid);
}
