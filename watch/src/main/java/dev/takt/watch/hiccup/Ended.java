package dev.takt.watch.hiccup;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.watch.observer.Findings;
import org.jspecify.annotations.Nullable;

/// What is told when a meter has ended, well or not.
final class Ended {

  private Ended() {}

  /// What was seen and, where something went wrong, what was not.
  static Findings findings(Side side, SeenHiccups seen, @Nullable String wrong) {
    Findings findings = seen.hasBegun() ? seen.findings() : Findings.NONE;
    if (wrong == null) {
      return findings;
    }
    String what = seen.hasBegun() ? "all hiccups" : "hiccups";
    return findings.and(
        Findings.not(new NotObservable(side, what + " of the " + side.lowerCase(), wrong)));
  }
}
