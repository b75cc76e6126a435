package dev.takt.watch.perf;

/// Is told all that the scheduler did.
public interface SchedulerEvents extends ThreadEvents {

  /// How a thread left its processor.
  enum Left {
    /// It could have gone on.
    RUNNABLE,
    /// It waits for something, or ends.
    WAITING,
    /// A signal has stopped it.
    STOPPED,
    /// A debugger has stopped it.
    TRACED
  }

  /// A processor went from one thread to another; thread 0 is idleness.
  ///
  /// @param pid of the thread that left
  void switched(int cpu, long time, int pid, int tid, Left left, int next);

  /// Somebody made a thread runnable.
  void woken(long time, int tid);
}
