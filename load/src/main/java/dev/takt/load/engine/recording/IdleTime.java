package dev.takt.load.engine.recording;

/// When a sender was idle although it could have sent an operation that was due. Operations that
/// were due during that time and queued behind it were delayed by the generator for that long, even
/// if all connections were busy when their turn came near.
///
/// If one of several connections is idle, the operations behind lose only that connection's share
/// of the time.
///
/// Confined to one thread. It keeps a limited number of recent times. For a longer backlog,
/// neighbours are merged, as if their idle time were spread evenly over both.
public final class IdleTime {

  private static final int MAX_RECENT_PERIODS = 128;

  private final int connections;
  private final long[] from = new long[MAX_RECENT_PERIODS];
  private final long[] until = new long[MAX_RECENT_PERIODS];
  private final double[] nanos = new double[MAX_RECENT_PERIODS];
  private int size;

  /// @param connections how many operations the sender can have in flight
  public IdleTime(int connections) {
    this.connections = connections;
  }

  /// Records that an operation was sent at `now`. It must be called for all operations, in the
  /// order in which they are due.
  ///
  /// @param sendable since when it could have been sent: it was due, and a connection was free
  public void sent(long due, long sendable, long now) {
    if (size > 0 && until[size - 1] <= due) {
      size = 0; // no later operation was due by then
    }
    if (now <= sendable) {
      return;
    }
    if (size == MAX_RECENT_PERIODS) {
      putTogether();
    }
    from[size] = sendable;
    until[size] = now;
    nanos[size] = now - sendable;
    size++;
  }

  private void putTogether() {
    for (int i = 0; i < MAX_RECENT_PERIODS / 2; i++) {
      from[i] = Math.min(from[2 * i], from[2 * i + 1]);
      until[i] = until[2 * i + 1];
      nanos[i] = nanos[2 * i] + nanos[2 * i + 1];
    }
    size = MAX_RECENT_PERIODS / 2;
  }

  /// How much of the time before an operation's turn the generator lost, by being idle or by not
  /// running at all, in nanoseconds.
  ///
  /// @param due when it was due
  /// @param sendable when its turn came
  /// @param stalls when nothing ran. No reply could be seen then, so a stall counts in full
  public long before(long due, long sendable, StallLog stalls) {
    if (sendable <= due) {
      return 0;
    }
    double idle = 0;
    for (int i = size - 1; i >= 0 && until[i] > due; i--) {
      long begin = Math.max(from[i], due);
      long end = Math.min(until[i], sendable);
      if (end > begin) {
        long running = end - begin - stalled(begin, end, stalls);
        idle += nanos[i] * running / (until[i] - from[i]);
      }
    }
    return Math.min(
        sendable - due, Math.round(idle / connections) + stalled(due, sendable, stalls));
  }

  /// A shorter time cannot contain a stall that matters.
  private static long stalled(long from, long until, StallLog stalls) {
    return until - from > StallLog.THRESHOLD_NANOS ? stalls.overlap(from, until) : 0;
  }
}
