package dev.takt.watch.locks;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.WatchLevel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;

/// Converts `jdk.ContainerCPUThrottling`, the JVM's own reading of its cgroup's throttling
/// counters, to stalls.
///
/// The event is a sample of a counter. Its growth since the previous sample becomes one stall,
/// which ends with the sample and does not begin before the previous one. The error of its edges is
/// the gap between the two samples.
final class ContainerThrottlingHandler implements EventHandler {

  private static final String TYPE = "jdk.ContainerCPUThrottling";

  private record Sample(long moment, long throttledNanos, long slices) {}

  private final RecordingContext context;
  private final List<Sample> samples = new ArrayList<>();

  ContainerThrottlingHandler(RecordingContext context) {
    this.context = context;
  }

  /// The settings that record these samples.
  static Map<String, String> settings(WatchLevel level) {
    return Map.of(
        TYPE + "#enabled", "true", TYPE + "#period", level == WatchLevel.DEEP ? "100 ms" : "1 s");
  }

  @Override
  public Set<String> types() {
    return Set.of(TYPE);
  }

  @Override
  public void accept(RecordedEvent event) {
    sample(
        context.nanoTime(event.getStartTime()),
        event.getDuration("cpuThrottledTime").toNanos(),
        event.getLong("cpuThrottledSlices"));
  }

  /// Adds a reading of the counters.
  void sample(long moment, long throttledNanos, long slices) {
    samples.add(new Sample(moment, throttledNanos, slices));
  }

  @Override
  public void finish(StallSink found) {
    samples.sort(Comparator.comparingLong(Sample::moment));
    for (int i = 1; i < samples.size(); i++) {
      Sample before = samples.get(i - 1);
      Sample after = samples.get(i);
      long grown = after.throttledNanos - before.throttledNanos;
      if (grown > 0) {
        found.add(stall(before, after, grown));
      }
    }
    samples.clear();
  }

  private Stall stall(Sample before, Sample after, long grown) {
    long gap = after.moment - before.moment;
    return Stall.of(
            StallKind.THROTTLED,
            context.side(),
            new Stall.Interval(
                after.moment - Math.min(gap, grown),
                after.moment,
                gap + context.errorNanos(),
                context.source()))
        .withCause("the container's CPU quota was used up")
        .withEvidence(new Evidence.Throttling(grown, after.slices - before.slices));
  }
}
