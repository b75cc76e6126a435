package dev.takt.load.driver;

import org.jspecify.annotations.Nullable;

/// A driver whose calls block the calling thread. The engine opens one session per worker.
public non-sealed interface BlockingDriver extends Driver {

  /// Opens the session of one worker, such as a connection. Called by the worker's own thread,
  /// before the schedule starts, and again after a call has failed in a way that left the session
  /// unusable.
  ///
  /// @throws DriverException with a message for the user, if the target cannot be reached
  Session open(int worker) throws DriverException;

  /// Creates a session that does the same as one of [#open], but without the target: it connects to
  /// nothing, and each of its operations succeeds at once. The generator uses it for its
  /// self-warm-up, so that the driver's own code is not cold for the first operations of the run.
  default Session warmupSession() {
    return (operation, n) -> Outcome.OK;
  }

  /// Called periodically while the workers open their sessions, by another thread. Returns why it
  /// is useless to wait any longer for the workers that are not ready; null if waiting makes sense.
  default @Nullable DriverException openingProblem() {
    return null;
  }

  /// The session of one worker. Never called by two threads at once.
  interface Session extends AutoCloseable {

    /// Prepares the generator's part of an operation, such as its values, before it is due, because
    /// none of that is the target's work. A session must work without this call.
    ///
    /// @param operation the index of the operation in the plan
    /// @param n the number of the operation in the schedule
    default void prepare(int operation, long n) {}

    /// Executes one operation and waits for its answer.
    ///
    /// @param operation the index of the operation in the plan
    /// @param n the number of the operation in the schedule: the source of all of its random values
    /// @return how it ended. An exception is counted as a failure, and the session is then opened
    ///   again
    Outcome execute(int operation, long n) throws Exception;

    @Override
    default void close() throws Exception {}
  }
}
