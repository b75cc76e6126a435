package dev.takt.runs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A lock that threads waited for.
///
/// @param side whose lock it is
/// @param kind [StallKind#MONITOR_WAIT] or [StallKind#LOCK_WAIT]
/// @param lock the class of the monitor or synchroniser, and what tells it from others of that
///   class
/// @param waits how often a thread had to wait
/// @param totalNanos how long altogether
/// @param longestNanos the longest wait
/// @param waiters the names of those who waited, the one who lost most first
/// @param owners the names of those who were waited for, the one who cost most first; empty where
///   that is not known
/// @param where the frames of most of the waits, the innermost first, a line each
/// @param createdAt where the lock was made; null if the deep agent was not on
public record Contention(
    Side side,
    StallKind kind,
    String lock,
    long waits,
    long totalNanos,
    long longestNanos,
    List<String> waiters,
    List<String> owners,
    @Nullable String where,
    @Nullable String createdAt) {}
