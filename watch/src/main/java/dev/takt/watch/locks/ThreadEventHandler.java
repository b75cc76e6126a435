package dev.takt.watch.locks;

import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.WatchLevel;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/// Converts other thread events of the JVM to stalls: pinned virtual threads, thread starts, class
/// loading, compilations, deoptimizations, allocation stalls.
///
/// Events without a duration become stalls of length 0: their time is known, their length is not. A
/// compilation takes time of a compiler thread only.
final class ThreadEventHandler implements EventHandler {

  private final RecordingContext context;
  private final Frames frames = new Frames();
  private final StallCollector stalls = new StallCollector();

  ThreadEventHandler(RecordingContext context) {
    this.context = context;
  }

  /// The settings that record these events.
  static Map<String, String> settings(WatchLevel level) {
    boolean deep = level == WatchLevel.DEEP;
    Map<String, String> settings = new HashMap<>();
    settings.put("jdk.VirtualThreadPinned#enabled", "true");
    settings.put("jdk.VirtualThreadPinned#threshold", deep ? "10 us" : "1 ms");
    settings.put("jdk.VirtualThreadPinned#stackTrace", "true");
    settings.put("jdk.ThreadStart#enabled", "true");
    settings.put("jdk.ThreadStart#stackTrace", "true");
    settings.put("jdk.ClassLoad#enabled", "true");
    settings.put("jdk.ClassLoad#threshold", deep ? "100 us" : "1 ms");
    settings.put("jdk.ClassLoad#stackTrace", "true");
    settings.put("jdk.Compilation#enabled", "true");
    settings.put("jdk.Compilation#threshold", deep ? "1 ms" : "10 ms");
    settings.put("jdk.Deoptimization#enabled", "true");
    settings.put("jdk.Deoptimization#stackTrace", deep ? "true" : "false");
    settings.put("jdk.ZAllocationStall#enabled", "true");
    settings.put("jdk.ZAllocationStall#threshold", "0 ms");
    settings.put("jdk.ZAllocationStall#stackTrace", "true");
    return settings;
  }

  @Override
  public Set<String> types() {
    return Set.of(
        "jdk.VirtualThreadPinned",
        "jdk.ThreadStart",
        "jdk.ClassLoad",
        "jdk.Compilation",
        "jdk.Deoptimization",
        "jdk.ZAllocationStall");
  }

  @Override
  public void accept(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "jdk.VirtualThreadPinned" ->
          add(
              StallKind.PINNED,
              event,
              ThreadRef.of(event.getThread()),
              text(event, "pinnedReason"),
              evidence(event, "blockingOperation"));
      case "jdk.ThreadStart" -> {
        ThreadRef started = ThreadRef.of(thread(event, "thread"));
        ThreadRef parent = ThreadRef.of(thread(event, "parentThread"));
        if (parent != null) { // Threads that the JVM itself starts have no parent.
          String name = started == null ? null : started.name();
          add(StallKind.THREAD_START, event, parent, name, Map.of());
        }
      }
      case "jdk.ClassLoad" ->
          add(
              StallKind.CLASS_LOAD,
              event,
              ThreadRef.of(event.getThread()),
              className(event),
              Map.of());
      case "jdk.Compilation" ->
          add(
              StallKind.COMPILATION,
              event,
              ThreadRef.of(event.getThread()),
              method(event),
              evidence(event, "compiler", "compileLevel", "isOsr", "succeded"));
      case "jdk.Deoptimization" ->
          add(
              StallKind.DEOPTIMIZATION,
              event,
              ThreadRef.of(event.getThread()),
              text(event, "reason"),
              with(evidence(event, "action", "lineNumber"), "method", method(event)));
      case "jdk.ZAllocationStall" ->
          add(
              StallKind.ALLOCATION_STALL,
              event,
              ThreadRef.of(event.getThread()),
              text(event, "type"),
              evidence(event, "size"));
      default -> {}
    }
  }

  @Override
  public void finish(StallSink found) {
    stalls.report(context.side(), found);
  }

  private void add(
      StallKind kind,
      RecordedEvent event,
      @Nullable ThreadRef stalled,
      @Nullable String cause,
      Map<String, Object> evidence) {
    long begin = context.nanoTime(event.getStartTime());
    stalls.add(
        new Stall(
            kind,
            context.side(),
            begin,
            Math.max(begin, context.nanoTime(event.getEndTime())),
            context.errorNanos(),
            context.source(),
            stalled == null ? null : stalled.actor(context.pid(), frames.of(event)),
            cause,
            null,
            null,
            evidence));
  }

  /// The given fields, as far as the event has them.
  private static Map<String, Object> evidence(RecordedEvent event, String... fields) {
    Map<String, Object> evidence = new HashMap<>();
    for (String field : fields) {
      if (event.hasField(field) && event.getValue(field) != null) {
        evidence.put(field, event.<Object>getValue(field));
      }
    }
    return evidence;
  }

  private static Map<String, Object> with(
      Map<String, Object> evidence, String name, @Nullable String value) {
    if (value != null) {
      evidence.put(name, value);
    }
    return evidence;
  }

  private static @Nullable String text(RecordedEvent event, String field) {
    return event.hasField(field) ? event.getString(field) : null;
  }

  private static @Nullable RecordedThread thread(RecordedEvent event, String field) {
    return event.hasField(field) ? event.getThread(field) : null;
  }

  private static @Nullable String className(RecordedEvent event) {
    RecordedClass loaded = event.getClass("loadedClass");
    return loaded == null ? null : loaded.getName();
  }

  private static @Nullable String method(RecordedEvent event) {
    RecordedMethod method = event.getValue("method");
    return method == null ? null : method.getType().getName() + '.' + method.getName();
  }
}
