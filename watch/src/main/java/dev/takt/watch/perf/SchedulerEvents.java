package dev.takt.watch.perf;

/// Is told what the scheduler did, in the order of times, which are those of [System#nanoTime].
public interface SchedulerEvents {

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

  /// A thread was made, and is runnable.
  void started(long time, int pid, int tid, int parentTid);

  /// A thread has ended.
  void ended(int tid);

  /// A thread has another name.
  void named(int pid, int tid, String name);

  /// Somebody sent a signal.
  void signalled(long time, int signal, int senderPid, int senderTid, int receiverTid);

  /// Records were lost: what was going on is not known any more.
  void lost(long records);
}
