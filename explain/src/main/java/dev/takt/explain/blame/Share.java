package dev.takt.explain.blame;

/// The share of one cause in the excess of one slow operation, in nanoseconds. A mutable view that
/// [Blame#read] fills. Not thread-safe.
public final class Share {

  int cause;
  int stall;
  long directWait;
  long directService;
  long aftermathWait;
  long aftermathService;
  long backlogWait;
  long backlogService;

  /// An empty share.
  public Share() {}

  /// The cause, by its index in [Blame#causes].
  public int cause() {
    return cause;
  }

  /// See [Blame#stall].
  public int stall() {
    return stall;
  }

  /// Whether the share has a stall, with a known begin and end.
  public boolean hasStall() {
    return stall >= 0;
  }

  /// Time inside a stall, before the operation was sent.
  public long directWait() {
    return directWait;
  }

  /// Time inside a stall, after the operation was sent.
  public long directService() {
    return directService;
  }

  /// The part of [#inheritedWait] with known begin and end, see [Blame#holdups]: contention after a
  /// stall.
  public long aftermathWait() {
    return aftermathWait;
  }

  /// The part of [#inheritedService] with known begin and end, see [Blame#holdups]: contention
  /// after a stall.
  public long aftermathService() {
    return aftermathService;
  }

  /// The rest of [#inheritedWait]: delay carried over through the queue.
  public long backlogWait() {
    return backlogWait;
  }

  /// The rest of [#inheritedService]: delay carried over through the queue.
  public long backlogService() {
    return backlogService;
  }

  /// Time in the backlog after a stall, before the operation was sent.
  public long inheritedWait() {
    return aftermathWait + backlogWait;
  }

  /// Time in the backlog after a stall, after the operation was sent.
  public long inheritedService() {
    return aftermathService + backlogService;
  }

  /// The total.
  public long nanos() {
    return directWait
        + directService
        + aftermathWait
        + aftermathService
        + backlogWait
        + backlogService;
  }
}
