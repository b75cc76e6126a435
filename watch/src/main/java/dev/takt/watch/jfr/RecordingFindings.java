package dev.takt.watch.jfr;

import dev.takt.runs.jfr.RecordingCoverage;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Side;
import dev.takt.watch.observer.Findings;
import java.util.List;

/// The result of reading a recording: its stalls, and what it cannot show.
///
/// @param findings the stalls that were found
/// @param coverage how much of the recording could be read
/// @param kinds which kinds of stalls it can show
/// @param rejected how many events could not be parsed
public record RecordingFindings(
    Findings findings, RecordingCoverage coverage, VisibleKinds kinds, long rejected) {

  /// Whether all of it could be read and parsed.
  public boolean isComplete() {
    return coverage.isWhole() && rejected == 0;
  }

  /// Whether it can show any stalls.
  public boolean showsStalls() {
    return !kinds.shown().isEmpty();
  }

  /// Whether it can show all kinds of stalls.
  public boolean showsAllKinds() {
    return kinds.hidden().isEmpty() && kinds.unknown().isEmpty();
  }

  /// The kinds that it cannot show, with the reason.
  public List<NotObservable> hiddenKinds(Side side) {
    return kinds.notObservable(side);
  }
}
