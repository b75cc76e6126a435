package dev.takt.watch.host;

import dev.takt.runs.Side;
import dev.takt.runs.StallKind;
import dev.takt.watch.observer.LiveFigure;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A probe whose file is dear to read, or moves in large steps: it has its turn at each so many
/// samples only, and earlier if there is a reason. So the kernel sums up all threads of a process
/// for its count of faults, and a fault that needs the disk shows in the pressure on that.
final class SeldomProbe implements HostProbe {

  private final HostProbe probe;
  private final int samples;
  private final BooleanSupplier hasReason;
  private int count;
  private long gaps;

  private SeldomProbe(HostProbe probe, int samples, int ahead, BooleanSupplier hasReason) {
    this.probe = probe;
    this.samples = samples;
    this.hasReason = hasReason;
    this.count = ahead;
  }

  /// @param samples how many there are from one turn to the next
  /// @param ahead by how many the first turn comes earlier than that, so that not all have theirs
  ///   at the same time
  static SeldomProbe byTurns(HostProbe probe, int samples, int ahead) {
    return new SeldomProbe(probe, samples, ahead, () -> false);
  }

  /// @param hasReason whether there may be something new since the last sample; asked once at each
  /// @param most how many samples there are from one turn to the next without a reason
  static SeldomProbe withReason(HostProbe probe, BooleanSupplier hasReason, int most) {
    return new SeldomProbe(probe, most, 0, hasReason);
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
  public boolean sample(long now, long gap) {
    gaps += gap;
    count++;
    boolean comesEarly = hasReason.getAsBoolean();
    if (!comesEarly && count < samples) {
      return false;
    }
    long since = comesEarly ? gap : gaps;
    count = 0;
    gaps = 0;
    return probe.sample(now, since);
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
