package dev.takt.watch.jvm;

import dev.takt.runs.Stall.Actor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a JVM's log tells of one stop.
sealed interface Logged {

  /// When its line was written: some 30 µs around its end.
  long endNanoTime();

  /// How long it was.
  long nanos();

  /// A stop of all threads.
  ///
  /// @param reachingNanos how long the threads took to stand
  /// @param gcCause why memory was collected; null if it was not
  /// @param late who had not come when the JVM's patience ended, its own compilers last
  record LoggedStop(
      String operation,
      long endNanoTime,
      long nanos,
      long reachingNanos,
      @Nullable String gcCause,
      List<Actor> late)
      implements Logged {}

  /// A stop of single threads, one at a time.
  ///
  /// @param threads how many
  record LoggedHandshake(String operation, long endNanoTime, long nanos, long threads)
      implements Logged {}
}
