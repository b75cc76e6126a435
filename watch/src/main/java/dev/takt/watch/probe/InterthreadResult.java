package dev.takt.watch.probe;

import dev.takt.runs.Stalls;
import java.util.List;

/// What came of it.
///
/// @param intended how many messages were due
/// @param sent how many of them were sent
/// @param received how many arrived
/// @param beginNanoTime when the first one was due
/// @param thresholdNanos from where on a message is an outlier
/// @param outliers what explains each, in the order in which they arrived
/// @param outliersMissed how many more there may have been that there was no room for
/// @param stalls all that the observers saw
/// @param notes what a reader must know, such as that a thread could not be pinned; a sentence each
public record InterthreadResult(
    long intended,
    long sent,
    long received,
    long beginNanoTime,
    long thresholdNanos,
    List<Explanation> outliers,
    long outliersMissed,
    Stalls stalls,
    List<String> notes) {

  /// How many messages were due and never sent.
  public long neverSent() {
    return intended - sent;
  }
}
