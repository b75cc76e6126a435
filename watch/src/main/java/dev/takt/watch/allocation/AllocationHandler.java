package dev.takt.watch.allocation;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.time.TimeInterval;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.AgentThreads;
import dev.takt.watch.observer.MeasurementWindow;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// Reads what the threads of a JVM have allocated. Threads that the JVM has only because it is
/// watched do not count.
final class AllocationHandler implements EventHandler {

  private final RecordingContext context;
  private final MeasurementWindow measured;
  private final ThreadCounters threads = new ThreadCounters();
  private final HeapOccupancy heap = new HeapOccupancy();
  private final TreeMap<Long, Long> started = new TreeMap<>();

  AllocationHandler(RecordingContext context, MeasurementWindow measured) {
    this.context = context;
    this.measured = measured;
  }

  @Override
  public Set<String> types() {
    return Set.of(
        AllocationEvents.THREAD,
        AllocationEvents.HEAP,
        AllocationEvents.COLLECTOR,
        AllocationEvents.STARTED);
  }

  @Override
  public void accept(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case AllocationEvents.THREAD -> acceptThread(event);
      case AllocationEvents.HEAP ->
          heap.add(
              context.nanoTime(event.getStartTime()),
              event.getString("when").startsWith("Before"),
              event.getLong("heapUsed"));
      case AllocationEvents.STARTED ->
          started.put(context.nanoTime(event.getStartTime()), event.getLong("accumulatedCount"));
      default -> heap.setCollector(event.getString("youngCollector"));
    }
  }

  private void acceptThread(RecordedEvent event) {
    RecordedThread thread = event.getThread("thread");
    if (thread != null && !isOfWatch(thread.getJavaName())) {
      threads.add(
          context.nanoTime(event.getStartTime()), thread.getId(), event.getLong("allocated"));
    }
  }

  /// Whether a thread belongs to Takt or to the flight recorder.
  private static boolean isOfWatch(@Nullable String name) {
    return name != null && (AgentThreads.contains(name) || name.startsWith("JFR "));
  }

  @Override
  public void finish(StallSink found) {
    AllocationSeries series = threads.series();
    if (series.size() < 2) {
      return;
    }
    TimeInterval known = measured.interval();
    TimeInterval window = known == null ? series.span() : known;
    if (series.covers(window)) {
      found.set(series.within(window, heap, hasStarted(window)));
    } else {
      found.add(
          new NotObservable(
              context.side(),
              "allocations",
              EnglishText.format(
                  "the recording has those of %.1f s, and the measured part is %.1f s long",
                  series.span().nanos() / 1e9, window.nanos() / 1e9)));
    }
  }

  /// Whether threads started from the last count before a time to the first one after it; also if
  /// that is not known.
  private boolean hasStarted(TimeInterval window) {
    if (started.isEmpty()) {
      return true;
    }
    Map.Entry<Long, Long> before = started.floorEntry(window.begin());
    Map.Entry<Long, Long> after = started.ceilingEntry(window.end());
    long first = (before == null ? started.firstEntry() : before).getValue();
    long last = (after == null ? started.lastEntry() : after).getValue();
    return last > first;
  }
}
