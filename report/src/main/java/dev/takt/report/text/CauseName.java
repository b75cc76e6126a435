package dev.takt.report.text;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.model.StallKind;
import org.jspecify.annotations.Nullable;

/// Formats causes and kinds of stalls for lists.
public final class CauseName {

  private CauseName() {}

  /// The name of a cause: `gc pause: System.gc()`.
  public static String of(Cause cause) {
    if (cause.kind() == null) {
      return "sent late";
    }
    String kind = of(cause.kind());
    String detail = detail(cause);
    return detail == null ? kind : kind + ": " + detail;
  }

  /// What distinguishes a cause from others of its kind, such as `System.gc()`; null if nothing
  /// does.
  public static @Nullable String detail(Cause cause) {
    return cause.detail() == null ? null : TagText.escape(cause.detail());
  }

  /// The name of a kind of stall: `gc pause`.
  public static String of(StallKind kind) {
    return kind.lowerCase().replace('_', ' ');
  }
}
