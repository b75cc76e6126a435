package dev.takt.explain.blame;

/// What one cause took of one slow operation, laid out by [Blame#read]: who looks at all shares
/// reads each once in place of asking for each of its amounts. All are nanoseconds. For one thread.
public final class Share {

  int cause;
  int stall;
  long directWait;
  long directService;
  long aftermathWait;
  long aftermathService;
  long backlogWait;
  long backlogService;

  /// Nothing yet.
  public Share() {}

  /// The cause, by its place in [Blame#causes].
  public int cause() {
    return cause;
  }

  /// See [Blame#stall].
  public int stall() {
    return stall;
  }

  /// Whether it has a stall, whose begin and end are known.
  public boolean hasStall() {
    return stall >= 0;
  }

  /// See [Blame#directWait].
  public long directWait() {
    return directWait;
  }

  /// See [Blame#directService].
  public long directService() {
    return directService;
  }

  /// See [Blame#aftermathWait].
  public long aftermathWait() {
    return aftermathWait;
  }

  /// See [Blame#aftermathService].
  public long aftermathService() {
    return aftermathService;
  }

  /// What is inherited before the operation was sent, and not known by its begin and end.
  public long backlogWait() {
    return backlogWait;
  }

  /// What is inherited after the operation was sent, and not known by its begin and end.
  public long backlogService() {
    return backlogService;
  }

  /// All of it.
  public long nanos() {
    return directWait
        + directService
        + aftermathWait
        + aftermathService
        + backlogWait
        + backlogService;
  }
}
