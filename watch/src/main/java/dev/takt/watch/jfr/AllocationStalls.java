package dev.takt.watch.jfr;

import dev.takt.runs.Stall;
import dev.takt.runs.Stall.Actor;
import dev.takt.runs.StallKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// Threads that waited for memory which ZGC had not freed yet.
final class AllocationStalls implements EventHandler {

  private static final int MOST = 100_000;

  private final RecordingContext context;
  private final List<Stall> stalls = new ArrayList<>();

  AllocationStalls(RecordingContext context) {
    this.context = context;
  }

  @Override
  public Set<String> types() {
    return Set.of("jdk.ZAllocationStall");
  }

  @Override
  public void accept(RecordedEvent event) {
    if (stalls.size() == MOST) {
      return;
    }
    RecordedThread thread = event.getThread();
    long begin = context.nanoTime(event.getStartTime());
    stalls.add(
        new Stall(
            StallKind.ALLOCATION_STALL,
            context.side(),
            begin,
            Math.max(begin, context.nanoTime(event.getEndTime())),
            context.errorNanos(),
            context.source(),
            thread == null ? null : actor(thread),
            event.hasField("type") ? event.getString("type") + " page" : null,
            null,
            null,
            event.hasField("size") ? Map.of("bytes", event.getLong("size")) : Map.of()));
  }

  private Actor actor(RecordedThread thread) {
    @Nullable String name =
        thread.getJavaName() != null ? thread.getJavaName() : thread.getOSName();
    return new Actor(
        name == null ? "unknown" : name,
        context.pid() < 0 ? null : context.pid(),
        thread.getOSThreadId(),
        null);
  }

  @Override
  public void finish(StallSink found) {
    stalls.forEach(found::add);
  }
}
