package dev.takt.watch.observer;

import dev.takt.runs.Contention;
import dev.takt.runs.NotObservable;
import dev.takt.runs.Stall;
import dev.takt.runs.StallSource;
import java.util.ArrayList;
import java.util.List;

/// What an observer found.
///
/// @param sources where its stalls are known from; each stall names one of them
/// @param stalls in any order
/// @param notObservable what it could not see
/// @param contentions locks that threads waited for
public record Findings(
    List<StallSource> sources,
    List<Stall> stalls,
    List<NotObservable> notObservable,
    List<Contention> contentions) {

  /// Nothing at all.
  public static final Findings NONE = new Findings(List.of(), List.of(), List.of(), List.of());

  /// Takes copies.
  public Findings {
    sources = List.copyOf(sources);
    stalls = List.copyOf(stalls);
    notObservable = List.copyOf(notObservable);
    contentions = List.copyOf(contentions);
  }

  /// Only that something could not be seen.
  public static Findings not(NotObservable what) {
    return new Findings(List.of(), List.of(), List.of(what), List.of());
  }

  /// These and others.
  public Findings and(Findings other) {
    return new Findings(
        joined(sources, other.sources),
        joined(stalls, other.stalls),
        joined(notObservable, other.notObservable),
        joined(contentions, other.contentions));
  }

  private static <T> List<T> joined(List<T> some, List<T> others) {
    List<T> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }
}
