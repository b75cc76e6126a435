package dev.takt.load.handover;

import dev.takt.load.driver.DriverException;

/// A connection whose calls block, for the steps of journeys. Used by one thread, except for
/// [#abort].
///
/// An unchecked exception or an error of any method ends the connection, as [#disconnect] does: it
/// is called, and leaves none, even if it throws.
public interface StepSession {

  /// What the threads of a transport use.
  interface Source {

    /// Creates a session that is not connected.
    StepSession newSession();

    /// The variables that an operation uses, as indexes in [dev.takt.load.journey.User#value], in
    /// the order of [StepCall#values].
    int[] variablesOf(int operation);

    /// A call as a text for people.
    String show(StepCall call);
  }

  /// Connects before the first call.
  ///
  /// @throws DriverException with a message for the user, if the target cannot be reached
  void connect() throws DriverException;

  /// Executes a step and waits for its answer; connects first if there is no connection.
  ///
  /// @return how it ended. An exception is counted as a failure, and the session is then
  ///   disconnected
  StepCall.Result execute(StepCall call) throws Exception;

  /// Whether nothing is left to do after a call.
  boolean isSettled();

  /// Does what is left to do after a call, and is in no operation's time.
  void settle();

  /// Whether a transaction is open, so that the connection belongs to its user.
  boolean isInTransaction();

  /// Rolls the open transaction back, if there is one. If that fails, it disconnects, which ends
  /// the transaction too.
  void rollBack();

  /// Closes the connection, if there is one, without an open transaction.
  void disconnect();

  /// Ends a call that does not return, and with it the connection. Called by another thread.
  void abort();
}
