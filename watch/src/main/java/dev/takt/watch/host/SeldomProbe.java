package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import dev.takt.watch.observer.LiveFigure;
import java.util.List;

/// A probe whose file is dear to read, or moves in large steps: it has its turn at each so many
/// samples only.
final class SeldomProbe implements HostProbe {

  private final HostProbe probe;
  private final int samples;
  private int count;
  private long gaps;

  /// @param samples how many there are from one turn to the next
  /// @param ahead by how many the first turn comes earlier than that, so that not all have theirs
  ///   at the same time
  SeldomProbe(HostProbe probe, int samples, int ahead) {
    this.probe = probe;
    this.samples = samples;
    this.count = ahead;
  }

  @Override
  public Side side() {
    return probe.side();
  }

  @Override
  public StallKind kind() {
    return probe.kind();
  }

  @Override
  public void sample(long now, long gap) {
    gaps += gap;
    if (++count % samples == 0) {
      probe.sample(now, gaps);
      gaps = 0;
    }
  }

  @Override
  public void finish() {
    probe.finish();
  }

  @Override
  public List<LiveFigure> live() {
    return probe.live();
  }

  @Override
  public void close() {
    probe.close();
  }
}
