package dev.takt.watch.hiccup;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.watch.observer.Findings;
import org.jspecify.annotations.Nullable;

/// Makes the findings of a meter that has ended, successfully or not.
final class HiccupFindings {

  private HiccupFindings() {}

  /// Returns the hiccups and, after a failure, a note that they are missing or incomplete.
  ///
  /// @param wrong the failure; null if there was none
  static Findings findings(Side side, HiccupCollector seen, @Nullable String wrong) {
    Findings findings = seen.hasBegun() ? seen.findings() : Findings.NONE;
    if (wrong == null) {
      return findings;
    }
    String what = seen.hasBegun() ? "all hiccups" : "hiccups";
    return findings.and(
        Findings.ofNotObservable(
            new NotObservable(side, what + " of the " + side.lowerCase(), wrong)));
  }
}
