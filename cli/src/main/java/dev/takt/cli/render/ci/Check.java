package dev.takt.cli.render.ci;

import dev.takt.runs.model.AssertionResult;

/// One check of a build: a run itself, or a rule.
///
/// @param name the same in all runs of a plan
/// @param message why it did not pass, or the value of its rule
public record Check(String name, State state, String message) {

  /// The name of the run itself.
  static final String RUN = "run";

  /// The result of a check.
  public enum State {
    /// It holds.
    PASSED,
    /// A rule is broken.
    FAILED,
    /// The run failed, or was stopped.
    ERROR,
    /// This run does not decide it.
    SKIPPED
  }

  static Check of(AssertionResult rule) {
    String without =
        rule.withoutGenerator() == null
            ? ""
            : ", and " + rule.withoutGenerator() + " without the generator's share";
    String value = "it is " + rule.actual() + without;
    String name = "fail-if " + rule.rule();
    if (rule.undecided() != null) {
      return new Check(name, State.SKIPPED, value + "; undecided: " + rule.undecided());
    }
    return new Check(name, rule.broken() ? State.FAILED : State.PASSED, value);
  }

  boolean isPassed() {
    return state == State.PASSED;
  }
}
