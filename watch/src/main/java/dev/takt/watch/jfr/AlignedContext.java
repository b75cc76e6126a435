package dev.takt.watch.jfr;

import dev.takt.runs.model.Side;
import java.time.Instant;

/// A recording context whose times are aligned by a [JfrClock].
record AlignedContext(Side side, String source, long pid, JfrClock clock)
    implements RecordingContext {

  @Override
  public long errorNanos() {
    return clock.errorNanos();
  }

  @Override
  public long nanoTime(Instant moment) {
    return clock.nanoTime(moment);
  }
}
