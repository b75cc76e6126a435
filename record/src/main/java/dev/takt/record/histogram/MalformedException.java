package dev.takt.record.histogram;

/// Bytes or text are not what they should be: a histogram, an interval.
public final class MalformedException extends Exception {

  private static final long serialVersionUID = 1;

  private final String reason;

  /// @param reason what is wrong, as a clause that can follow the name of a place
  public MalformedException(String reason) {
    // Without a stack trace: a file that is no log at all would make millions of them.
    super(reason, null, false, false);
    this.reason = reason;
  }

  /// What is wrong, as a clause that can follow the name of a place.
  public String reason() {
    return reason;
  }
}
