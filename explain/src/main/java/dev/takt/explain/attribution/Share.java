package dev.takt.explain.attribution;

/// The share of one cause in the excess of one slow operation, in nanoseconds. A mutable view that
/// [AttributionResult#read] fills. Not thread-safe.
public final class Share {

  int cause;
  int stall;
  long directWait;
  long directService;
  long contentionWait;
  long contentionService;
  long backlogWait;
  long backlogService;

  /// An empty share.
  public Share() {}

  /// The cause, by its index in [AttributionResult#causes].
  public int cause() {
    return cause;
  }

  /// See [AttributionResult#stall].
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

  /// The part of [#inheritedWait] with known begin and end, see
  /// [AttributionResult#blockedIntervals]: contention after a stall.
  public long contentionWait() {
    return contentionWait;
  }

  /// The part of [#inheritedService] with known begin and end, see
  /// [AttributionResult#blockedIntervals]: contention after a stall.
  public long contentionService() {
    return contentionService;
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
    return contentionWait + backlogWait;
  }

  /// Time in the backlog after a stall, after the operation was sent.
  public long inheritedService() {
    return contentionService + backlogService;
  }

  /// The total.
  public long nanos() {
    return directWait
        + directService
        + contentionWait
        + contentionService
        + backlogWait
        + backlogService;
  }
}
