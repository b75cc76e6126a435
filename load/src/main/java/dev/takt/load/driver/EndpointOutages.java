package dev.takt.load.driver;

/// When connections to an endpoint were lost and could not be opened again at once, while other
/// endpoints were in use. Thread-safe.
public final class EndpointOutages {

  private int lost;
  private int maxLost;
  private long since;
  private long nanos;
  private String reason = "";

  EndpointOutages() {}

  /// A connection was lost.
  ///
  /// @param nanoTime since when
  /// @param newReason why it cannot be opened
  public synchronized void lost(long nanoTime, String newReason) {
    if (lost == 0) {
      since = nanoTime;
    }
    lost++;
    maxLost = Math.max(maxLost, lost);
    reason = newReason;
  }

  /// A lost connection was opened again, or is not needed any more.
  public synchronized void restored(long nanoTime) {
    lost--;
    if (lost == 0) {
      nanos += Math.max(0, nanoTime - since);
    }
  }

  /// How many connections were lost at once, at most.
  public synchronized int maxLost() {
    return maxLost;
  }

  /// For how long at least one connection was lost, without the outage that has not ended.
  public synchronized long nanos() {
    return nanos;
  }

  /// Why the last connection could not be opened.
  public synchronized String reason() {
    return reason;
  }
}
