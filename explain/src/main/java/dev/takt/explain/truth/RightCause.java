package dev.takt.explain.truth;

import dev.takt.explain.blame.Cause;
import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import org.jspecify.annotations.Nullable;

/// What a fault may rightly be called.
///
/// @param side whose time was lost
/// @param kind what it was
/// @param detail how the cause's detail has to begin: a lock's class, who had the processor; null
///   where any will do
/// @param detailMayLack whether a cause without a detail is right too, because observers do not
///   always know it
public record RightCause(
    Side side, StallKind kind, @Nullable String detail, boolean detailMayLack) {

  /// Of a kind, whatever its detail.
  public static RightCause of(Side side, StallKind kind) {
    return new RightCause(side, kind, null, true);
  }

  /// Of a kind, and with a detail that begins so.
  public static RightCause of(Side side, StallKind kind, String detail) {
    return new RightCause(side, kind, detail, false);
  }

  /// Of a kind, and with no detail, or with one that begins so.
  public static RightCause orNameless(Side side, StallKind kind, String detail) {
    return new RightCause(side, kind, detail, true);
  }

  /// Whether a cause is this one.
  public boolean accepts(Cause cause) {
    if (cause.side() != side || cause.kind() != kind) {
      return false;
    }
    String found = cause.detail();
    return found == null
        ? detail == null || detailMayLack
        : detail == null || found.startsWith(detail);
  }
}
