package dev.takt.load.driver;

import org.jspecify.annotations.Nullable;

/// A driver whose calls block the thread that makes them. The engine gives each worker a session of
/// its own.
public non-sealed interface BlockingDriver extends Driver {

  /// Opens what one worker needs, such as a connection. Called by the worker's own thread, before
  /// the schedule starts and again after a call has failed in a way that left the session unusable.
  ///
  /// @throws DriverException with a message for people, if the target cannot be reached
  Session open(int worker) throws DriverException;

  /// Makes a session that does what one of [#pending] does, but for the target's part: it reaches
  /// nothing, and each of its operations succeeds at once. The generator warms itself with it, so
  /// that the first operations of the run do not find the driver's own code cold.
  default Session rehearse() {
    return (operation, n) -> Outcome.OK;
  }

  /// Asked now and then while the workers open their sessions: why it is of no use to wait any
  /// longer for those that have not come back; null if it is. Called by another thread than theirs.
  default @Nullable DriverException openingProblem() {
    return null;
  }

  /// What one worker uses. Never called by two threads at once.
  interface Session extends AutoCloseable {

    /// Makes ready what an operation needs of the generator, such as its values, while there is
    /// still time until it is due: none of that is the target's work. A session must be able to do
    /// without.
    ///
    /// @param operation the index of the operation in the plan
    /// @param n the number of the operation in the schedule
    default void prepare(int operation, long n) {}

    /// Executes one operation and waits for its answer.
    ///
    /// @param operation the index of the operation in the plan
    /// @param n the number of the operation in the schedule: the source of all of its random values
    /// @return how it ended. An exception is counted as a failure, and the session is then opened
    ///   anew
    Outcome execute(int operation, long n) throws Exception;

    @Override
    default void close() throws Exception {}
  }
}
