package dev.takt.probes.interthread;

import dev.takt.runs.model.Stalls;
import java.util.List;

/// The result of an [InterthreadProbe].
///
/// @param messages how many there were
/// @param beginNanoTime when the first message was due
/// @param outliers the slowest messages
/// @param stalls of all observers
/// @param disturbed whether other processes or the hypervisor took the processors of the threads;
///   one sentence each
/// @param notes what a reader must know, such as that a thread could not be pinned; one sentence
///   each
public record InterthreadResult(
    MessageCounts messages,
    long beginNanoTime,
    Outliers outliers,
    Stalls stalls,
    List<String> disturbed,
    List<String> notes) {

  /// The numbers of messages.
  ///
  /// @param intended how many were due
  /// @param sent how many of them were sent
  /// @param received how many arrived
  public record MessageCounts(long intended, long sent, long received) {

    /// How many were due and never sent.
    public long neverSent() {
      return intended - sent;
    }
  }

  /// The slowest messages.
  ///
  /// @param thresholdNanos messages that took longer are outliers
  /// @param explained each with its explanation, in the order of arrival
  /// @param missed how many possible outliers were not kept because the log was full
  public record Outliers(long thresholdNanos, List<OutlierExplanation> explained, long missed) {}
}
