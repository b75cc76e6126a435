package dev.takt.driver.exec;

import dev.takt.load.driver.Outcome;
import dev.takt.process.CallbackChild;
import dev.takt.process.ChildHandler;
import dev.takt.process.Exit;
import dev.takt.queues.MessageQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Exit handler and state of a slot's process, reused for the slot's next process. It is owned by
/// the event loop's thread from its creation until a start, and again once it was taken from the
/// queue of ended processes. In between, [#onExit] is called by a thread of the process library;
/// the queue publishes its writes.
///
/// After a cancellation the object is never reused, so that its late exit cannot be mistaken for
/// that of the slot's next operation.
final class ProcessSlot implements ChildHandler {

  final int slot;
  final RenderBuffer stdin = new RenderBuffer();

  /// The running process; null if there is none.
  @Nullable CallbackChild child;

  private final MessageQueue<ProcessSlot> ended;
  private final Thread loop;
  private Outcomes outcomes;
  private long end;
  private Outcome outcome = Outcome.OK;
  private volatile boolean isCancelled;

  /// @param ended the queue that this is added to when the process has ended
  /// @param loop the thread to unpark then
  ProcessSlot(int slot, MessageQueue<ProcessSlot> ended, Thread loop, Outcomes outcomes) {
    this.slot = slot;
    this.ended = ended;
    this.loop = loop;
    this.outcomes = outcomes;
  }

  /// Sets the possible outcomes before a start.
  void prepare(Outcomes possible) {
    outcomes = possible;
  }

  /// Marks the operation as cancelled; its exit is ignored.
  void cancel() {
    isCancelled = true;
  }

  @Override
  public void onExit(CallbackChild exited, Exit exit) {
    end = System.nanoTime();
    outcome = outcomes.of(exit);
    // The queue has room (see ExecTransport); if it had none, the loop's next poll would make room.
    while (!isCancelled && !ended.offer(this)) {
      pause();
    }
    LockSupport.unpark(loop);
  }

  @SuppressWarnings("ThreadPriorityCheck") // correctness does not depend on the hint
  private static void pause() {
    Thread.yield();
  }

  /// The outcome, after the end.
  Outcome outcome() {
    return outcome;
  }

  /// The time of the end, on the monotonic clock.
  long endNanos() {
    return end;
  }
}
