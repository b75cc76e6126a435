package dev.takt.record.histogram;

/// Thrown for invalid bytes or text, such as those of a histogram or an interval.
public final class MalformedException extends Exception {

  private static final long serialVersionUID = 1;

  private final String reason;

  /// @param reason what is wrong, as a clause that can follow the name of a place
  public MalformedException(String reason) {
    // Without a stack trace: a file that is no log would cause millions of these exceptions.
    super(reason, null, false, false);
    this.reason = reason;
  }

  /// What is wrong, as a clause that can follow the name of a place.
  public String reason() {
    return reason;
  }
}
