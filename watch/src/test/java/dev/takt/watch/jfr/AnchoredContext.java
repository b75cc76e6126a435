package dev.takt.watch.jfr;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Side;
import java.time.Instant;

/// The context of a recording of this JVM, aligned by one clock anchor.
public record AnchoredContext(ClockAnchor anchor) implements RecordingContext {

  /// The wall clock is the run's clock.
  static final AnchoredContext WALL = new AnchoredContext(new ClockAnchor(0, 0, 0));

  @Override
  public Side side() {
    return Side.TARGET;
  }

  @Override
  public String source() {
    return "target-jfr";
  }

  @Override
  public long pid() {
    return ProcessHandle.current().pid();
  }

  @Override
  public long errorNanos() {
    return anchor.errorNanos() + 2_000;
  }

  @Override
  public long nanoTime(Instant moment) {
    long epochNanos = moment.getEpochSecond() * 1_000_000_000L + moment.getNano();
    return anchor.nanoTime() + (epochNanos - anchor.epochNanos());
  }
}
