package dev.takt.load.engine.once;

import dev.takt.load.driver.Outcome;
import dev.takt.load.journey.User;
import dev.takt.load.journey.UserObserver;

/// Sees what happens in an [OnceRun], in its order. Called by one thread, the one that sends.
public interface OnceListener extends UserObserver {

  /// A time that is not known.
  long NOT_KNOWN = -1;

  /// The user arrives. Not called in runs without journeys.
  void arrived(User user);

  /// A value of the user becomes known. Called before a message is shown that may have it.
  ///
  /// @param isSecret whether it was a cookie
  void learned(String variable, byte[] value, boolean isSecret);

  /// A step or an operation begins.
  ///
  /// @param name of the step in its journey, or of the operation
  /// @param nanos since the beginning
  void began(String name, long nanos);

  /// A request was written to a connection.
  void requested(Traffic request);

  /// An answer has arrived, or a part of it after which no more came.
  ///
  /// @param firstNanos from the request to the first byte; or [#NOT_KNOWN]
  /// @param nanos from the request to the last byte
  void answered(Traffic answer, long firstNanos, long nanos);

  /// The step or the operation has ended.
  ///
  /// @param nanos its service time
  void ended(Outcome outcome, long nanos);
}
