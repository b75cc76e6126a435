package dev.takt.watch.perf;

/// Is told what becomes of threads, in the order of times, which are those of [System#nanoTime].
public interface ThreadEvents {

  /// A thread was made, and is runnable.
  void started(long time, int pid, int tid, int parentTid);

  /// A thread has ended.
  void ended(int tid);

  /// A thread has another name.
  void named(int pid, int tid, String name);

  /// Somebody sent a signal that stops.
  void signalled(long time, int signal, int senderPid, int senderTid, int receiverTid);

  /// Records were lost: what was going on is not known any more.
  void lost(long records);
}
