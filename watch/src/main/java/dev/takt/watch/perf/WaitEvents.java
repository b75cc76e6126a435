package dev.takt.watch.perf;

/// Is told what took long at the scheduler.
public interface WaitEvents extends ThreadEvents {

  /// A thread that had a processor; thread 0 is idleness.
  record Slice(int cpu, int pid, int tid, long begin, long end) {}

  /// A thread had a processor for long.
  void ran(Slice slice);

  /// A thread that could run had no processor for long.
  ///
  /// @param cpu the processor that it waited for: the one that it had to leave, or else the one
  ///   that it came to
  /// @param preempted whether it had to leave a processor; else it was woken
  /// @param last who had the processor that it came to just before
  void waited(int cpu, long begin, long end, int pid, int tid, boolean preempted, Slice last);

  /// A thread was stopped.
  ///
  /// @param traced by a debugger; else by a signal
  void stopped(long time, int pid, int tid, boolean traced);

  /// A thread that was stopped may go on.
  void resumed(long time, int pid, int tid);
}
