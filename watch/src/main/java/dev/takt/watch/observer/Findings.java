package dev.takt.watch.observer;

import dev.takt.runs.allocation.AllocatedBytes;
import dev.takt.runs.counters.EventCount;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of an observer.
///
/// @param sources the sources of its stalls; each stall names one of them
/// @param stalls in any order
/// @param notObservable what it could not observe, with the reason
/// @param contentions the locks that threads waited for
/// @param allocated what the target allocated; null if this observer does not know
/// @param counted what its counters counted; empty if this observer does not know
public record Findings(
    List<StallSource> sources,
    List<Stall> stalls,
    List<NotObservable> notObservable,
    List<Contention> contentions,
    @Nullable AllocatedBytes allocated,
    List<EventCount> counted) {

  /// An empty result.
  public static final Findings NONE = new Findings(List.of(), List.of(), List.of(), List.of());

  /// A result without counters.
  public Findings(
      List<StallSource> sources,
      List<Stall> stalls,
      List<NotObservable> notObservable,
      List<Contention> contentions,
      @Nullable AllocatedBytes allocated) {
    this(sources, stalls, notObservable, contentions, allocated, List.of());
  }

  /// A result without allocations.
  public Findings(
      List<StallSource> sources,
      List<Stall> stalls,
      List<NotObservable> notObservable,
      List<Contention> contentions) {
    this(sources, stalls, notObservable, contentions, null);
  }

  /// Copies the lists.
  public Findings {
    sources = List.copyOf(sources);
    stalls = List.copyOf(stalls);
    notObservable = List.copyOf(notObservable);
    contentions = List.copyOf(contentions);
    counted = List.copyOf(counted);
  }

  /// A result that consists of one thing that could not be observed.
  public static Findings ofNotObservable(NotObservable what) {
    return new Findings(List.of(), List.of(), List.of(what), List.of());
  }

  /// What counters counted, and what they could not.
  public static Findings ofCounts(List<EventCount> counted, List<NotObservable> missing) {
    return new Findings(List.of(), List.of(), missing, List.of(), null, counted);
  }

  /// These findings, followed by others.
  public Findings and(Findings other) {
    return new Findings(
        joined(sources, other.sources),
        joined(stalls, other.stalls),
        joined(notObservable, other.notObservable),
        joined(contentions, other.contentions),
        allocated == null ? other.allocated : allocated,
        joined(counted, other.counted));
  }

  private static <T> List<T> joined(List<T> some, List<T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
