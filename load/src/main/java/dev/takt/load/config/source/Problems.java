package dev.takt.load.config.source;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Collects the problems of a plan. Keeps at most one per position, because those that follow from
/// the first are noise.
public final class Problems {

  private final List<PlanProblem> problems = new ArrayList<>();
  private final Set<Origin> places = new LinkedHashSet<>();

  public Problems() {}

  /// Adds a problem, unless the position has one already.
  public void add(Origin at, String key, String message) {
    if (places.add(at)) {
      problems.add(at.problem(key, message));
    }
  }

  /// Adds a problem at a position that can have several, such as a flag that was given twice.
  public void addAlso(Origin at, String key, String message) {
    places.add(at);
    problems.add(at.problem(key, message));
  }

  /// Whether there is a problem with this key.
  public boolean concern(String key) {
    return problems.stream().anyMatch(each -> each.key().equals(key));
  }

  /// Whether there is any problem.
  public boolean hasAny() {
    return !problems.isEmpty();
  }

  /// @throws PlanException with all problems, if there are any
  public void throwIfAny() throws PlanException {
    if (hasAny()) {
      throw new PlanException(List.copyOf(problems));
    }
  }
}
