package dev.takt.watch.host;

/// Merges consecutive samples of a stall into one interval. Not thread-safe.
final class SampleMerger {

  private final long joinNanos;
  private final Listener listener;
  private boolean open;
  private long begin;
  private long last;
  private long amount;
  private long error;

  /// Receives each merged interval when it is complete.
  interface Listener {
    /// @param amount the sum over its samples
    /// @param error the largest error of an edge, in nanoseconds
    void onMerged(long begin, long end, long amount, long error);
  }

  /// @param joinNanos the largest gap between two samples of one interval
  SampleMerger(long joinNanos, Listener listener) {
    this.joinNanos = joinNanos;
    this.listener = listener;
  }

  void add(long from, long to, long more, long errorNanos) {
    if (open && from - last > joinNanos) {
      finish();
    }
    if (!open) {
      open = true;
      begin = from;
      amount = 0;
      error = 0;
    }
    last = to;
    amount += more;
    error = Math.max(error, errorNanos);
  }

  /// Completes the interval if no later sample can belong to it.
  void expire(long now) {
    if (open && now - last > joinNanos) {
      finish();
    }
  }

  void finish() {
    if (open) {
      open = false;
      listener.onMerged(begin, last, amount, error);
    }
  }
}
