package dev.takt.load.handover;

import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.User;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What an event loop hands over to the thread of a slot, and gets back from it. The queues between
/// both publish the fields.
final class Task {

  /// What is to be done.
  enum Kind {
    /// A step.
    CALL,
    /// What is left to do after a step.
    SETTLE,
    /// The user is at its end: its transaction ends.
    ROLL_BACK,
    /// The same, and its connection is closed.
    DISCONNECT
  }

  final int slot;
  final Kind kind;

  /// Null unless it is a step.
  final @Nullable StepCall call;

  /// Whose step it is; used by the loop only.
  final @Nullable User user;

  /// The event loop has given it up; used by the loop only.
  boolean isAbandoned;

  private volatile long start = Long.MAX_VALUE;
  private long ready;
  private long end;
  private boolean isInTransaction;
  private boolean isSettled = true;
  private StepCall.@Nullable Result result;

  Task(int slot, Kind kind, @Nullable StepCall call, @Nullable User user) {
    this.slot = slot;
    this.kind = kind;
    this.call = call;
    this.user = user;
  }

  /// Does it, on the thread of the slot.
  ///
  /// @param readySince since when that could be done
  void run(StepSession session, long readySince) {
    StepCall step = call;
    if (step == null) {
      runWithoutCall(session);
      return;
    }
    ready = readySince;
    start = System.nanoTime();
    StepCall.Result known = execute(session, step);
    end = System.nanoTime();
    result = known;
    isInTransaction = session.isInTransaction();
    isSettled = session.isSettled();
  }

  private void runWithoutCall(StepSession session) {
    guarded(session, kind == Kind.SETTLE ? StepSession::settle : StepSession::rollBack);
    if (kind == Kind.DISCONNECT) {
      guarded(session, StepSession::disconnect);
    }
  }

  private static StepCall.Result execute(StepSession session, StepCall step) {
    try {
      return session.execute(step);
    } catch (Exception e) {
      guarded(session, StepSession::disconnect);
      return new StepCall.Result(Outcome.failedBy(e));
    } catch (Error e) {
      guarded(session, StepSession::disconnect);
      return new StepCall.Result(Outcome.failed(e.getClass().getSimpleName()));
    }
  }

  /// Does what has no result. Whatever a driver throws there ends the connection, and not the
  /// thread, whose slot would never be free again.
  static void guarded(StepSession session, Consumer<StepSession> action) {
    try {
      action.accept(session);
    } catch (RuntimeException | Error _) {
      try {
        session.disconnect();
      } catch (RuntimeException | Error _) {
        // The session has no connection any more, so a failure to close it does not matter.
      }
    }
  }

  /// When a step was begun; [Long#MAX_VALUE] before that.
  long start() {
    return start;
  }

  /// Since when a step could be begun; known when it was.
  long ready() {
    return ready;
  }

  /// When a step ended.
  long end() {
    return end;
  }

  /// Whether a transaction is open after a step.
  boolean isInTransaction() {
    return isInTransaction;
  }

  /// Whether nothing is left to do after a step.
  boolean isSettled() {
    return isSettled;
  }

  /// What came of a step.
  StepCall.Result result() {
    StepCall.Result known = result;
    if (known == null) {
      throw new IllegalStateException("a step that has not ended");
    }
    return known;
  }
}
