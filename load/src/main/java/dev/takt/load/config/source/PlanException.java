package dev.takt.load.config.source;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/// A plan that cannot be run, with all of its problems.
public final class PlanException extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  private final transient List<PlanProblem> problems;

  /// Requires at least one problem.
  public PlanException(List<PlanProblem> problems) {
    super(problems.stream().map(PlanProblem::toString).collect(Collectors.joining("\n")));
    this.problems = problems.stream().sorted(PlanProblem.IN_ORDER).toList();
  }

  /// All problems, in the order of the settings that caused them.
  public List<PlanProblem> problems() {
    return problems;
  }
}
