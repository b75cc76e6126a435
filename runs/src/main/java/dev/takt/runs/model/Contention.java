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
/// @param identity where the lock was created, and what is not known about it
public record Contention(
    Side side,
    StallKind kind,
    String lock,
    @JsonUnwrapped Waits waits,
    List<String> waiters,
    List<String> owners,
    @Nullable String where,
    @JsonUnwrapped Identity identity) {

  /// The waits for a lock.
  ///
  /// @param count how often a thread had to wait
  /// @param totalNanos the sum of all waits
  /// @param longestNanos the longest wait
  public record Waits(@JsonProperty("waits") long count, long totalNanos, long longestNanos) {}

  /// Where a lock was created, and what is not known about which lock it is.
  ///
  /// @param createdAt where it was created; null if that is not known
  /// @param originUnknown why that is not known; null if it is
  /// @param holderUnknown why it is not known which threads held it; null if that is known of any
  /// @param doubt why the waits may not be for one lock; null if they certainly are
  public record Identity(
      @Nullable String createdAt,
      @Nullable String originUnknown,
      @Nullable String holderUnknown,
      @Nullable String doubt) {}
}
