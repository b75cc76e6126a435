package dev.takt.cli.spi;

/// The exit codes of commands. A contract with scripts: the numbers never change.
public final class ExitCode {

  /// Success.
  public static final int OK = 0;

  /// The run failed: the target cannot be reached, a file cannot be written.
  public static final int FAILED = 1;

  /// The command line or the plan is wrong.
  public static final int USAGE = 2;

  /// A rule of `--fail-if` was broken.
  public static final int ASSERTION_BROKEN = 3;

  /// A run is worse than its baseline, by more than a rule allows.
  public static final int REGRESSION = 4;

  /// Not decidable: the generator's own share decides a rule or, without rules, the schedule was
  /// missed.
  public static final int NOT_TRUSTED = 5;

  /// No result: the logs have no matching intervals.
  public static final int NOTHING = 6;

  /// Stopped by a signal. The run is written nevertheless.
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
