package dev.takt.runs.clock;

/// The wall clocks of two machines, with the errors that their kernels state. If these are true,
/// they bound how far the other monotonic clock is ahead of ours.
///
/// Only readings of single moments are used. So a wall clock that is set between two of them
/// changes nothing.
///
/// @param asked our monotonic clock when the other machine was asked for its reading
/// @param theirs the reading of the other machine
/// @param ours our reading, when that of the other machine had arrived
public record StatedBound(long asked, WallReading theirs, WallReading ours) {

  /// The most that a clock is assumed to deviate between the two readings, one part in so many: 500
  /// ppm, by which the kernel enlarges its error, rounded up.
  private static final long DRIFT_DIVISOR = 1_999;

  /// @throws IllegalArgumentException if the reading came before it was asked for
  public StatedBound {
    if (ours.nanoTime() - asked < 0) {
      throw new IllegalArgumentException(
          "a wall clock that was asked for at " + asked + ", read at " + ours.nanoTime());
    }
  }

  /// Both errors, the drift between the readings, and a nanosecond for each of the four readings.
  long errorNanos() {
    return theirs.errorNanos() + ours.errorNanos() + (ours.nanoTime() - asked) / DRIFT_DIVISOR + 4;
  }

  /// A bound at the moment of their reading: it holds whatever becomes of their clock before the
  /// reading arrives, for example because that machine is suspended. Our monotonic clock was then
  /// earlier by as much as our wall clock is later than theirs.
  Constraint constraint() {
    long since = ours.epochNanos() - theirs.epochNanos();
    long ahead = theirs.nanoTime() - ours.nanoTime() + since;
    long moment = ours.nanoTime() - Math.clamp(since, 0, ours.nanoTime() - asked);
    return new Constraint(moment, ahead + errorNanos(), moment, ahead - errorNanos());
  }
}
