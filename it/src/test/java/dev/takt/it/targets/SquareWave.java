package dev.takt.it.targets;

import java.time.Duration;

/// Answers at once, but freezes at the start of each period: what it receives in `[origin +
/// k·period, origin + k·period + freeze)` it answers at the end of that freeze, all of it.
public final class SquareWave extends SelectorTarget {

  private final long period;
  private final long freeze;
  private final long origin;

  /// Frozen for 200 ms of every 2 s.
  public SquareWave() {
    this(Duration.ofSeconds(2), Duration.ofMillis(200));
  }

  /// Frozen for `freeze` of every `period`, from now on.
  public SquareWave(Duration period, Duration freeze) {
    super(0, 0);
    this.period = period.toNanos();
    this.freeze = freeze.toNanos();
    this.origin = System.nanoTime();
    start();
  }

  /// The start of the first freeze, on the monotonic clock.
  public long originNanoTime() {
    return origin;
  }

  @Override
  long answerAt(long received) {
    long phase = (received - origin) % period;
    return phase < freeze ? received - phase + freeze : received;
  }
}
