package dev.takt.watch.perf;

/// Receives the start, end, names and stop signals of threads, in the order of time. Times are of
/// [System#nanoTime].
public interface ThreadEvents {

  /// A thread was created, and is runnable.
  void started(long time, int pid, int tid, int parentTid);

  /// A thread has ended.
  void ended(int tid);

  /// A thread got a new name.
  void named(int pid, int tid, String name);

  /// A stop signal was sent.
  void signalled(long time, int signal, int senderPid, int senderTid, int receiverTid);

  /// Records were lost, so the states of threads are no longer known.
  void lost(long records);
}
