package dev.takt.explain.blame;

/// What one cause took of one slow operation, laid out by a [Blame], which keeps only the amounts
/// that are not 0. All are nanoseconds. For one thread.
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

  /// Time inside of a stall, before the operation was sent.
  public long directWait() {
    return directWait;
  }

  /// Time inside of a stall, after the operation was sent.
  public long directService() {
    return directService;
  }

  /// The part of [#inheritedWait] that is known by its begin and end: see [Blame#holdups].
  public long aftermathWait() {
    return aftermathWait;
  }

  /// The part of [#inheritedService] that is known by its begin and end: see [Blame#holdups].
  public long aftermathService() {
    return aftermathService;
  }

  /// The rest of [#inheritedWait].
  public long backlogWait() {
    return backlogWait;
  }

  /// The rest of [#inheritedService].
  public long backlogService() {
    return backlogService;
  }

  /// Time for what a stall had left behind, before the operation was sent.
  public long inheritedWait() {
    return aftermathWait + backlogWait;
  }

  /// Time for what a stall had left behind, after the operation was sent.
  public long inheritedService() {
    return aftermathService + backlogService;
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
