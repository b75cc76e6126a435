package dev.takt.watch.perf;

/// Receives all context switches and wake-ups, in the order of time.
public interface SchedulerEvents extends ThreadEvents {

  /// Why a thread left its processor.
  enum LeaveReason {
    /// It is still runnable: it was preempted.
    RUNNABLE,
    /// It waits for an event, or ends.
    WAITING,
    /// A signal has stopped it.
    STOPPED,
    /// A debugger has stopped it.
    TRACED
  }

  /// A context switch. Thread 0 is the idle thread.
  ///
  /// @param pid the process of the thread that left
  /// @param tid the thread that left
  /// @param next the thread that came
  void switched(int cpu, long time, int pid, int tid, LeaveReason left, int next);

  /// A thread was woken.
  void woken(long time, int tid);
}
