package dev.takt.runs.model;

import dev.takt.runs.allocation.AllocatedBytes;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The content of `stalls.json`: all observations of a run, on the run's clock.
///
/// @param formatVersion the version of this format
/// @param sources the sources of the observations
/// @param notObservable what could not be observed
/// @param stalls in the order of their begins
/// @param omitted the number of stalls left out because the list is bounded: the shortest
/// @param contentions locks, in descending order of time lost
/// @param host the machine's settings at the start that can affect latency, by name; unavailable
///   ones are absent
/// @param allocated what the target allocated; null if that is not known
public record Stalls(
    int formatVersion,
    List<StallSource> sources,
    List<NotObservable> notObservable,
    List<Stall> stalls,
    long omitted,
    List<Contention> contentions,
    Map<String, String> host,
    @Nullable AllocatedBytes allocated) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// Observations without the target's allocations.
  public Stalls(
      int formatVersion,
      List<StallSource> sources,
      List<NotObservable> notObservable,
      List<Stall> stalls,
      long omitted,
      List<Contention> contentions,
      Map<String, String> host) {
    this(formatVersion, sources, notObservable, stalls, omitted, contentions, host, null);
  }

  /// A copy without the stalls that ended before the first moment or began after the second, on the
  /// run's clock. Locks are not filtered, since they cover the measured part of a run only.
  public Stalls between(long from, long to) {
    return only(each -> each.endNanoTime() - from >= 0 && each.beginNanoTime() - to <= 0);
  }

  /// A copy with only these stalls.
  public Stalls only(Predicate<Stall> isKept) {
    return new Stalls(
        formatVersion,
        sources,
        notObservable,
        stalls.stream().filter(isKept).toList(),
        omitted,
        contentions,
        host,
        allocated);
  }
}
