package dev.takt.record.log;

import java.util.Objects;

/// Something that is wrong with a log.
///
/// @param log what the log was opened as
/// @param line from 1, as an editor counts; 0 if the whole log is meant
/// @param severity what it means for the result
/// @param reason what is wrong
/// @param times how many there are of them, where they are not told one by one
public record Problem(String log, long line, Severity severity, String reason, long times) {

  /// Checks that nothing is missing.
  public Problem {
    Objects.requireNonNull(log, "log");
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(reason, "reason");
  }

  /// A single one.
  public Problem(String log, long line, Severity severity, String reason) {
    this(log, line, severity, reason, 1);
  }

  /// What a problem means for the result.
  public enum Severity {
    /// Worth knowing; nothing is wrong with the result.
    NOTE,
    /// Something that the log does not say was inferred from its first lines, and the result
    /// depends on it.
    GUESS,
    /// The log is not as it should be, but all its intervals were used.
    FAULT,
    /// An interval could not be used, or there is no telling how many.
    LOST
  }

  /// Whether something is wrong, and it is not only worth knowing.
  public boolean isSerious() {
    return severity == Severity.FAULT || severity == Severity.LOST;
  }

  @Override
  public String toString() {
    String place = line == 0 ? log : log + ":" + line;
    return place + (isSerious() ? ": " : ": note: ") + reason;
  }
}
