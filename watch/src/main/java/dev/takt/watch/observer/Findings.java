package dev.takt.watch.observer;

import dev.takt.runs.allocation.AllocatedBytes;
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
public record Findings(
    List<StallSource> sources,
    List<Stall> stalls,
    List<NotObservable> notObservable,
    List<Contention> contentions,
    @Nullable AllocatedBytes allocated) {

  /// An empty result.
  public static final Findings NONE = new Findings(List.of(), List.of(), List.of(), List.of());

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
  }

  /// A result that consists of one thing that could not be observed.
  public static Findings ofNotObservable(NotObservable what) {
    return new Findings(List.of(), List.of(), List.of(what), List.of());
  }

  /// These findings, followed by others.
  public Findings and(Findings other) {
    return new Findings(
        joined(sources, other.sources),
        joined(stalls, other.stalls),
        joined(notObservable, other.notObservable),
        joined(contentions, other.contentions),
        allocated == null ? other.allocated : allocated);
  }

  private static <T> List<T> joined(List<T> some, List<T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
