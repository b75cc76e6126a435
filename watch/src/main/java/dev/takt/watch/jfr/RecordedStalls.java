package dev.takt.watch.jfr;

import dev.takt.runs.NotObservable;
import dev.takt.runs.Side;
import dev.takt.runs.jfr.RecordingCoverage;
import dev.takt.watch.observer.Findings;
import java.util.List;

/// What a recording shows, and what it does not.
///
/// @param findings the stalls that were found
/// @param coverage how much of the recording could be read
/// @param kinds which kinds of stalls it can show
/// @param refused how many events were not understood
public record RecordedStalls(
    Findings findings, RecordingCoverage coverage, VisibleKinds kinds, long refused) {

  /// Whether all of it could be read and understood.
  public boolean isWhole() {
    return coverage.isWhole() && refused == 0;
  }

  /// Whether it can show any stalls.
  public boolean showsStalls() {
    return !kinds.shown().isEmpty();
  }

  /// Whether it can show all kinds of stalls.
  public boolean showsAllKinds() {
    return kinds.hidden().isEmpty() && kinds.unknown().isEmpty();
  }

  /// The kinds of which it shows nothing, with the reason.
  public List<NotObservable> hiddenKinds(Side side) {
    return kinds.notObservable(side);
  }
}
