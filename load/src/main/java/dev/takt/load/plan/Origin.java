package dev.takt.load.plan;

/// Where a setting was written: a position in a file, or a flag.
record Origin(String source, int line, int column) {

  /// The origin of a setting from a flag, such as `--rate`.
  static Origin flag(String flag) {
    return new Origin(flag, 0, 0);
  }

  PlanProblem problem(String key, String message) {
    return new PlanProblem(source, line, column, key, message);
  }
}
