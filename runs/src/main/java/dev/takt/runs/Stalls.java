package dev.takt.runs;

import java.util.List;
import java.util.Map;

/// What `stalls.json` holds: all that the observers of a run saw, on the run's clock.
///
/// @param formatVersion the version of this format
/// @param sources where it is known from
/// @param notObservable what could not be seen
/// @param stalls in the order of their begins
/// @param omitted how many stalls were left out of the list because it is bounded: the shortest
/// @param contentions locks, in the order of time lost, the most first
/// @param host how the machine was set up at the start, as far as that can cost latency, by name;
///   what it does not tell is not there
public record Stalls(
    int formatVersion,
    List<StallSource> sources,
    List<NotObservable> notObservable,
    List<Stall> stalls,
    long omitted,
    List<Contention> contentions,
    Map<String, String> host) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// The same without the stalls that were over before a moment of the run's clock, or began after
  /// another one. What is known of locks is of the measured part of a run already.
  public Stalls between(long from, long to) {
    return new Stalls(
        formatVersion,
        sources,
        notObservable,
        stalls.stream()
            .filter(each -> each.endNanoTime() - from >= 0 && each.beginNanoTime() - to <= 0)
            .toList(),
        omitted,
        contentions,
        host);
  }
}
