package dev.takt.watch.jvm;

import dev.takt.runs.model.Stall.Actor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A safepoint or a handshake in a JVM's log.
sealed interface SafepointLogEvent {

  /// When its line was written: within about 30 µs of its end.
  long endNanoTime();

  /// Its length.
  long nanos();

  /// A safepoint.
  ///
  /// @param timeToSafepointNanos the time to safepoint
  /// @param gcCause the cause of the garbage collection; null if it was none
  /// @param lateThreads the threads that had not stopped when `SafepointTimeoutDelay` was over; JIT
  ///   compiler threads last
  record LoggedSafepoint(
      String operation,
      long endNanoTime,
      long nanos,
      long timeToSafepointNanos,
      @Nullable String gcCause,
      List<Actor> lateThreads)
      implements SafepointLogEvent {}

  /// A handshake: threads are stopped one at a time.
  ///
  /// @param threads the number of targeted threads
  record LoggedHandshake(String operation, long endNanoTime, long nanos, long threads)
      implements SafepointLogEvent {}
}
