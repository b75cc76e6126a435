package dev.takt.load.config.source;

/// Where a setting was written: a position in a file, a flag, or an environment variable.
public record Origin(String source, int line, int column) {

  /// The origin of a setting that is not in a file, such as `--rate` or `TAKT_RATE`.
  public static Origin flag(String flag) {
    return new Origin(flag, 0, 0);
  }

  /// The source, with the line if it is a file.
  public String text() {
    return line == 0 ? source : source + ":" + line;
  }

  /// A problem with the setting.
  public PlanProblem problem(String key, String message) {
    return new PlanProblem(source, line, column, key, message);
  }
}
