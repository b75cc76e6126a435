package dev.takt.watch.host;

import dev.takt.runs.model.Side;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.observer.LiveFigure;
import java.util.List;
import java.util.function.BooleanSupplier;

/// Runs another probe in every n-th sample only, or earlier when a trigger says so.
///
/// For files that are expensive to read or whose counters move in large steps. For example, the
/// kernel sums over all threads of a process for its count of faults, but a fault that waits for
/// the disk also shows in the I/O pressure, which is the trigger.
final class RateLimitedProbe implements HostProbe {

  private final HostProbe probe;
  private final int samples;
  private final BooleanSupplier trigger;
  private int count;
  private long gaps;

  private RateLimitedProbe(HostProbe probe, int samples, int count, BooleanSupplier trigger) {
    this.probe = probe;
    this.samples = samples;
    this.trigger = trigger;
    this.count = count;
  }

  /// Runs the probe in every `samples`-th sample.
  ///
  /// @param samples the interval, in samples
  /// @param ahead how many samples earlier the first run is, so that not all probes run in the same
  ///   sample
  static RateLimitedProbe everyNthSample(HostProbe probe, int samples, int ahead) {
    return new RateLimitedProbe(probe, samples, ahead, () -> false);
  }

  /// Runs the probe when a trigger fires, and at least in every `most`-th sample.
  ///
  /// @param hasReason the trigger: whether there may be something new since the last sample; called
  ///   once in each sample
  /// @param most the longest interval, in samples
  static RateLimitedProbe whenTriggered(HostProbe probe, BooleanSupplier hasReason, int most) {
    return new RateLimitedProbe(probe, most, 0, hasReason);
  }

  @Override
  public Side side() {
    return probe.side();
  }

  @Override
  public StallKind kind() {
    return probe.kind();
  }

  /// A triggered change happened since the last sample, any other since the probe last ran.
  @Override
  public boolean sample(long now, long gap) {
    gaps += gap;
    count++;
    boolean comesEarly = trigger.getAsBoolean();
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
