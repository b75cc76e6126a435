package dev.takt.watch.host;

/// Joins what was seen in samples that follow each other. For one thread at a time.
final class StallRun {

  private final long joinNanos;
  private final End end;
  private boolean open;
  private long begin;
  private long last;
  private long amount;
  private long error;

  /// Is told of a run when it is over.
  interface End {
    /// @param amount the sum of what the samples had
    /// @param error how far each edge can be from the truth, in nanoseconds
    void ended(long begin, long end, long amount, long error);
  }

  /// @param joinNanos how far apart two samples may be that belong together
  StallRun(long joinNanos, End end) {
    this.joinNanos = joinNanos;
    this.end = end;
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

  /// Ends the run if nothing can join it any more.
  void pass(long now) {
    if (open && now - last > joinNanos) {
      finish();
    }
  }

  void finish() {
    if (open) {
      open = false;
      end.ended(begin, last, amount, error);
    }
  }
}
