package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import dev.takt.watch.observer.LiveFigure;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A probe whose file is dear to read, and tells nothing new as long as something else does not:
/// the kernel sums up all threads of a process for its count of faults, and a fault that needs the
/// disk shows in the pressure on that. For what does not, it has its turn from time to time.
final class WaitingProbe implements HostProbe {

  private final HostProbe probe;
  private final BooleanSupplier isTime;
  private final int most;
  private int count;
  private long gaps;

  /// @param isTime whether there may be something new since the last sample
  /// @param most how many samples there are from one turn to the next
  WaitingProbe(HostProbe probe, BooleanSupplier isTime, int most) {
    this.probe = probe;
    this.isTime = isTime;
    this.most = most;
  }

  @Override
  public Side side() {
    return probe.side();
  }

  @Override
  public StallKind kind() {
    return probe.kind();
  }

  /// What comes with a reason came since the last sample, else since the last turn.
  @Override
  public void sample(long now, long gap) {
    gaps += gap;
    count++;
    boolean hasReason = isTime.getAsBoolean();
    if (hasReason || count >= most) {
      probe.sample(now, hasReason ? gap : gaps);
      count = 0;
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
