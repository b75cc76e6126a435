package dev.takt.explain.queue;

import dev.takt.explain.trace.Operations;

/// How long the generator's connections were idle while due operations could have used them, as a
/// cumulative function of time. Immutable.
///
/// The run is divided into time slices, and idle time counts as spread evenly within a slice. So a
/// query is a constant-time lookup, without a scan over earlier operations.
final class IdleConnections {

  /// No connection was ever idle.
  static final IdleConnections NONE = new IdleConnections(0, 0, new double[1]);

  private static final int MAX_SLICES = 1 << 18;

  private final long origin;
  private final int shift;

  /// The idle nanoseconds up to the begin of each slice, averaged over all connections.
  private final double[] upTo;

  private IdleConnections(long origin, int shift, double[] upTo) {
    this.origin = origin;
    this.shift = shift;
    this.upTo = upTo;
  }

  /// @param late the operations that were sent late, and for how long a connection had been free
  static IdleConnections of(Operations operations, LateOperations late, int connections) {
    if (late.size() == 0) {
      return NONE;
    }
    long origin = operations.due(0);
    long latest = origin;
    for (int each = 0; each < late.size(); each++) {
      latest = Math.max(latest, operations.start(late.operation(each)));
    }
    int shift = 0;
    while ((latest - origin) >>> shift >= MAX_SLICES) {
      shift++;
    }
    double[] upTo = new double[(int) ((latest - origin) >>> shift) + 2];
    int[] whole = new int[upTo.length];
    for (int each = 0; each < late.size(); each++) {
      long until = operations.start(late.operation(each)) - origin;
      long own = Lateness.own(operations, late.operation(each), late.nanos(each));
      add(until - own, until, shift, upTo, whole);
    }
    return new IdleConnections(origin, shift, accumulate(upTo, whole, shift, connections));
  }

  /// Adds the partial slices at both ends, and records where the whole slices between them begin
  /// and end (a difference array).
  private static void add(long from, long until, int shift, double[] idle, int[] whole) {
    int first = (int) (from >>> shift);
    int last = (int) (until >>> shift);
    if (first == last) {
      idle[first] += until - from;
      return;
    }
    idle[first] += ((first + 1L) << shift) - from;
    idle[last] += until - ((long) last << shift);
    whole[first + 1]++;
    whole[last]--;
  }

  private static double[] accumulate(double[] idle, int[] whole, int shift, int connections) {
    double sum = 0;
    long wholeOnes = 0;
    for (int slice = 0; slice < idle.length; slice++) {
      wholeOnes += whole[slice];
      double more = idle[slice] + wholeOnes * (double) (1L << shift);
      idle[slice] = sum;
      sum += more / connections;
    }
    return idle;
  }

  /// The idle time between two moments, in nanoseconds, averaged over all connections.
  long nanosBetween(long from, long until) {
    return until <= from ? 0 : Math.round(upTo(until) - upTo(from));
  }

  private double upTo(long moment) {
    long offset = Math.max(0, moment - origin);
    long slice = offset >>> shift;
    if (slice >= upTo.length - 1) {
      return upTo[upTo.length - 1];
    }
    double part = (double) (offset - (slice << shift)) / (1L << shift);
    return upTo[(int) slice] + part * (upTo[(int) slice + 1] - upTo[(int) slice]);
  }
}
