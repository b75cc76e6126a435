package dev.takt.record.log;

import java.util.Objects;

/// Something that is wrong with a log.
///
/// @param log the name that the log was opened with
/// @param line from 1, as in an editor; 0 for the whole log
/// @param severity the effect on the result
/// @param reason what is wrong
/// @param times the number of occurrences, where they are not reported one by one
public record Problem(String log, long line, Severity severity, String reason, long times) {

  /// Rejects missing values.
  public Problem {
    Objects.requireNonNull(log, "log");
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(reason, "reason");
  }

  /// Creates a single problem.
  public Problem(String log, long line, Severity severity, String reason) {
    this(log, line, severity, reason, 1);
  }

  /// The effect of a problem on the result.
  public enum Severity {
    /// Worth knowing; the result is correct.
    NOTE,
    /// Something that the log does not state was inferred from its first lines, and the result
    /// depends on it.
    GUESS,
    /// The log has a defect, but all its intervals were used.
    FAULT,
    /// An interval could not be used, or an unknown number of them.
    LOST
  }

  /// Whether something is wrong, rather than only worth knowing.
  public boolean isFaultOrLoss() {
    return severity == Severity.FAULT || severity == Severity.LOST;
  }

  @Override
  public String toString() {
    String place = line == 0 ? log : log + ":" + line;
    return place + (isFaultOrLoss() ? ": " : ": note: ") + reason;
  }
}
