package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A lock that threads waited for.
///
/// @param side the side that the lock belongs to
/// @param kind [StallKind#MONITOR_WAIT] or [StallKind#LOCK_WAIT]
/// @param lock the class of the monitor or synchroniser, and what distinguishes it from others of
///   that class
/// @param waits how often and how long threads waited
/// @param waiters the names of the waiting threads, in descending order of time lost
/// @param owners the names of the threads that held the lock, in descending order of time cost to
///   others; empty if that is not known
/// @param where the frames of most of the waits, the innermost first, one per line
/// @param createdAt where the lock was created; null if the deep agent was not on
public record Contention(
    Side side,
    StallKind kind,
    String lock,
    @JsonUnwrapped Waits waits,
    List<String> waiters,
    List<String> owners,
    @Nullable String where,
    @Nullable String createdAt) {

  /// The waits for a lock.
  ///
  /// @param count how often a thread had to wait
  /// @param totalNanos the sum of all waits
  /// @param longestNanos the longest wait
  public record Waits(@JsonProperty("waits") long count, long totalNanos, long longestNanos) {}
}
