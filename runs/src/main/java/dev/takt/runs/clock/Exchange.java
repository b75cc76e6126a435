package dev.takt.runs.clock;

/// A message to another machine and its answer, with readings of the monotonic clock.
///
/// Both clocks only run forwards, and no message arrives before it was sent. So the other clock was
/// at most at `t2` when ours was at `t1`, and at least at `t3` when ours was at `t4`. Nothing is
/// assumed about how the delays of the two directions compare.
///
/// @param t1 our clock when the message was sent
/// @param t2 their clock when it was received
/// @param t3 their clock when it was answered
/// @param t4 our clock when the answer was received
public record Exchange(long t1, long t2, long t3, long t4) {

  /// @throws IllegalArgumentException if one of the clocks ran backwards
  public Exchange {
    if (t4 - t1 < 0 || t3 - t2 < 0) {
      throw new IllegalArgumentException(
          "a clock ran backwards: " + t1 + " to " + t4 + ", and " + t2 + " to " + t3 + " there");
    }
  }

  /// A reading is up to a nanosecond before its moment.
  Constraint constraint() {
    return new Constraint(t1, t2 - t1 + 1, t4, t3 - t4 - 1);
  }

  /// How long the message and its answer were under way. Negative if the clocks contradict each
  /// other.
  public long roundTripNanos() {
    return (t4 - t1) - (t3 - t2);
  }
}
