package dev.takt.probes.interthread;

import dev.takt.runs.model.Stalls;
import java.util.List;

/// The result of an [InterthreadProbe].
///
/// @param intended how many messages were due
/// @param sent how many of them were sent
/// @param received how many arrived
/// @param beginNanoTime when the first one was due
/// @param thresholdNanos messages that took longer are outliers
/// @param outliers each with its explanation, in the order of arrival
/// @param outliersMissed how many possible outliers were not kept because the log was full
/// @param stalls of all observers
/// @param notes what a reader must know, such as that a thread could not be pinned; one sentence
///   each
public record InterthreadResult(
    long intended,
    long sent,
    long received,
    long beginNanoTime,
    long thresholdNanos,
    List<OutlierExplanation> outliers,
    long outliersMissed,
    Stalls stalls,
    List<String> notes) {

  /// How many messages were due and never sent.
  public long neverSent() {
    return intended - sent;
  }
}
