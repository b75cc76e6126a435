package dev.takt.watch.allocation;

import dev.takt.runs.time.TimeInterval;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.AgentThreads;
import dev.takt.watch.observer.MeasurementWindow;
import java.util.Set;
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

  AllocationHandler(RecordingContext context, MeasurementWindow measured) {
    this.context = context;
    this.measured = measured;
  }

  @Override
  public Set<String> types() {
    return Set.of(AllocationEvents.THREAD, AllocationEvents.HEAP, AllocationEvents.COLLECTOR);
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
    found.set(series.within(window, heap));
  }
}
