package dev.takt.load.handover;

import dev.takt.queues.MpscArrayQueue;
import dev.takt.record.ThreadRole;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The thread of a slot, with its session. It does one task at a time.
///
/// A platform thread, because it times calls: the kernel lets it run soon after an answer, whatever
/// the others do. Virtual threads share a few carriers, where one that decodes a long answer would
/// delay the end of others' calls.
final class SessionThread {

  private final StepSession session;
  private final MpscArrayQueue<Task> done;
  private final Thread loop;
  private final Thread thread;
  private @Nullable Consumer<StepSession> starting;
  private volatile @Nullable Task next;
  private volatile boolean isClosing;

  /// When the last call was settled that was not at its end; [Long#MAX_VALUE] before that.
  private volatile long readySince = Long.MIN_VALUE;

  /// @param done gets the tasks that are done
  /// @param loop the thread to unpark then
  SessionThread(int number, StepSession session, MpscArrayQueue<Task> done, Thread loop) {
    this.session = session;
    this.done = done;
    this.loop = loop;
    this.thread =
        Thread.ofPlatform()
            .name(ThreadRole.WORKER.threadName(number))
            .daemon()
            .unstarted(this::run);
  }

  /// Starts it.
  ///
  /// @param first what it does before it takes tasks
  void start(Consumer<StepSession> first) {
    starting = first;
    thread.start();
  }

  private void run() {
    Consumer<StepSession> first = starting;
    if (first != null) {
      first.accept(session);
    }
    for (Task task = take(); task != null; task = take()) {
      task.run(session, readySince);
      // An interrupt that the driver left would end all later waits.
      boolean _ = Thread.interrupted();
      boolean isSettled = task.isSettled();
      if (!isSettled) {
        readySince = Long.MAX_VALUE;
      }
      if (!done.offer(task)) {
        throw new IllegalStateException("a slot with two tasks");
      }
      LockSupport.unpark(loop);
      // After the end of the call is known: it may be a round trip of its own.
      Task.guarded(session, StepSession::settle);
      if (!isSettled) {
        readySince = System.nanoTime();
      }
      boolean _ = Thread.interrupted();
    }
    Task.guarded(session, StepSession::rollBack);
    Task.guarded(session, StepSession::disconnect);
  }

  /// The next task; null after [#close].
  private @Nullable Task take() {
    while (true) {
      Task task = next;
      if (task != null) {
        next = null;
        return task;
      } else if (isClosing) {
        return null;
      }
      LockSupport.park(this);
      boolean _ = Thread.interrupted();
    }
  }

  /// Hands a task over to a thread that has none.
  void hand(Task task) {
    next = task;
    LockSupport.unpark(thread);
  }

  /// Since when it could take a task up; [Long#MAX_VALUE] if it still settles the last call.
  long readySince() {
    return readySince;
  }

  /// Lets it end after the task that it does: without an open transaction, and disconnected.
  void close() {
    isClosing = true;
    LockSupport.unpark(thread);
  }

  /// Ends the call that it is in.
  void abort() {
    session.abort();
  }

  /// @return whether it has ended
  boolean join(long nanos) throws InterruptedException {
    return !thread.isAlive() || thread.join(Duration.ofNanos(Math.max(1, nanos)));
  }
}
