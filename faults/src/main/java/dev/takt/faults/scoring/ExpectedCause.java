package dev.takt.faults.scoring;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import org.jspecify.annotations.Nullable;

/// An expected cause: one that is correct for an injected fault.
///
/// @param side the side that was stalled
/// @param kind the kind of stall
/// @param detail the required prefix of the cause's detail (a lock's class, the thread that had the
///   CPU); null to accept any
/// @param isDetailOptional whether a cause without a detail is correct too, since observers do not
///   always know it
public record ExpectedCause(
    Side side, StallKind kind, @Nullable String detail, boolean isDetailOptional) {

  /// A cause of a kind, with any detail.
  public static ExpectedCause of(Side side, StallKind kind) {
    return new ExpectedCause(side, kind, null, true);
  }

  /// A cause of a kind, with a detail that begins with `detail`.
  public static ExpectedCause of(Side side, StallKind kind, String detail) {
    return new ExpectedCause(side, kind, detail, false);
  }

  /// A cause of a kind, without a detail or with one that begins with `detail`.
  public static ExpectedCause withOptionalDetail(Side side, StallKind kind, String detail) {
    return new ExpectedCause(side, kind, detail, true);
  }

  /// Whether a cause matches.
  public boolean matches(Cause cause) {
    if (cause.side() != side || cause.kind() != kind) {
      return false;
    }
    String found = cause.detail();
    return found == null
        ? detail == null || isDetailOptional
        : detail == null || found.startsWith(detail);
  }
}
