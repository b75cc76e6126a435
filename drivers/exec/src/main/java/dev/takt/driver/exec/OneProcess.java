package dev.takt.driver.exec;

import dev.takt.load.driver.Outcome;
import dev.takt.process.CallbackChild;
import dev.takt.process.ChildHandler;
import dev.takt.process.Exit;
import dev.takt.queues.MessageQueue;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The process that runs for a slot, and after its end the next one. It belongs to the thread of
/// the event loop from its making until a start, and again once it was taken from the queue of the
/// ended; in between, [#onExit] is called by a thread of the process library.
///
/// One whose operation is given up is never used again, so that its late exit cannot be taken for
/// that of the operation which has the slot by then.
final class OneProcess implements ChildHandler {

  final int slot;
  final Scratch stdin = new Scratch();

  /// What runs; null while nothing does.
  @Nullable CallbackChild child;

  private final MessageQueue<OneProcess> ended;
  private final Thread loop;
  private Outcomes outcomes;
  private long end;
  private Outcome outcome = Outcome.OK;
  private volatile boolean abandoned;

  /// @param ended where it goes when its process has ended
  /// @param loop who is woken then
  OneProcess(int slot, MessageQueue<OneProcess> ended, Thread loop, Outcomes outcomes) {
    this.slot = slot;
    this.ended = ended;
    this.loop = loop;
    this.outcomes = outcomes;
  }

  /// Before a start.
  void prepare(Outcomes possible) {
    outcomes = possible;
  }

  /// Nobody wants to know its end any more.
  void abandon() {
    abandoned = true;
  }

  @Override
  public void onExit(CallbackChild exited, Exit exit) {
    end = System.nanoTime();
    outcome = outcomes.of(exit);
    // There is room: see ExecTransport. If not, then until the loop polls, which it does.
    while (!abandoned && !ended.offer(this)) {
      pause();
    }
    LockSupport.unpark(loop);
  }

  @SuppressWarnings("ThreadPriorityCheck") // a hint is all that is wanted
  private static void pause() {
    Thread.yield();
  }

  /// After its end.
  Outcome outcome() {
    return outcome;
  }

  /// When it ended.
  long endNanos() {
    return end;
  }
}
