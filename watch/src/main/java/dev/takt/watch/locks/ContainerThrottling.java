package dev.takt.watch.locks;

import dev.takt.runs.Stall;
import dev.takt.runs.StallKind;
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

/// Processor time that the target's container was denied, as the JVM itself reads it.
///
/// The event is a sample of a counter. What it grew since the last sample is told as one stall that
/// ends with the sample, and cannot begin before the last one; its edges can be off by that gap.
final class ContainerThrottling implements EventHandler {

  private static final String TYPE = "jdk.ContainerCPUThrottling";

  private record Sample(long moment, long throttledNanos, long slices) {}

  private final RecordingContext context;
  private final List<Sample> samples = new ArrayList<>();

  ContainerThrottling(RecordingContext context) {
    this.context = context;
  }

  /// What a recording must be told so that these samples are in it.
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

  /// The counters at a moment.
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
    return new Stall(
        StallKind.THROTTLED,
        context.side(),
        after.moment - Math.min(gap, grown),
        after.moment,
        gap + context.errorNanos(),
        context.source(),
        null,
        "the container's share of processor time was used up",
        null,
        null,
        Map.of("throttledNanos", grown, "slices", after.slices - before.slices));
  }
}
