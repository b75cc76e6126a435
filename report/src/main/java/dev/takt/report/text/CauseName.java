package dev.takt.report.text;

import dev.takt.explain.attribution.classify.Cause;
import dev.takt.runs.model.StallKind;

/// Formats causes and kinds of stalls for lists.
public final class CauseName {

  private CauseName() {}

  /// The name of a cause: `gc pause: System.gc()`.
  public static String of(Cause cause) {
    if (cause.kind() == null) {
      return "sent late";
    }
    String kind = of(cause.kind());
    return cause.detail() == null ? kind : kind + ": " + TagText.escape(cause.detail());
  }

  /// The name of a kind of stall: `gc pause`.
  public static String of(StallKind kind) {
    return kind.lowerCase().replace('_', ' ');
  }
}
