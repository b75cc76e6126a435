package dev.takt.cli;

import dev.takt.lab.RunVerdict;

/// What a command's exit code says. A contract with scripts: the numbers never change.
public final class ExitCode {

  /// All is well.
  public static final int OK = 0;

  /// The run failed: the target cannot be reached, a file cannot be written.
  public static final int FAILED = 1;

  /// The command line or the plan is wrong.
  public static final int USAGE = 2;

  /// A rule of `--fail-if` was broken.
  public static final int ASSERTION_BROKEN = 3;

  /// A run is worse than its baseline, by more than a rule allows.
  public static final int REGRESSION = 4;

  /// The measurement is not to be trusted: schedule missed, or generator at fault.
  public static final int NOT_TRUSTED = 5;

  /// There is nothing to tell of: the logs have no interval that was asked for.
  public static final int NOTHING = 6;

  /// Stopped by a signal; the run is written all the same.
  public static final int INTERRUPTED = 130;

  private ExitCode() {}

  /// The code for a verdict.
  static int of(RunVerdict verdict) {
    return switch (verdict) {
      case OK -> OK;
      case FAILED -> FAILED;
      case RULE_BROKEN -> ASSERTION_BROKEN;
      case NOT_TRUSTED -> NOT_TRUSTED;
      case INTERRUPTED -> INTERRUPTED;
    };
  }
}
