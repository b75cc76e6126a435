package dev.takt.load.config.source;

/// Where a setting was written: a position in a file, or a flag.
public record Origin(String source, int line, int column) {

  /// The origin of a setting from a flag, such as `--rate`.
  public static Origin flag(String flag) {
    return new Origin(flag, 0, 0);
  }

  /// A problem with the setting.
  public PlanProblem problem(String key, String message) {
    return new PlanProblem(source, line, column, key, message);
  }
}
