package dev.takt.watch.locks;

import dev.takt.runs.model.Evidence;
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
              new Evidence.Pinning(text(event, "blockingOperation")));
      case "jdk.ThreadStart" -> {
        ThreadRef started = ThreadRef.of(thread(event, "thread"));
        ThreadRef parent = ThreadRef.of(thread(event, "parentThread"));
        if (parent != null) { // Threads that the JVM itself starts have no parent.
          String name = started == null ? null : started.name();
          add(StallKind.THREAD_START, event, parent, name, Evidence.NONE);
        }
      }
      case "jdk.ClassLoad" ->
          add(
              StallKind.CLASS_LOAD,
              event,
              ThreadRef.of(event.getThread()),
              className(event),
              Evidence.NONE);
      case "jdk.Compilation" ->
          add(
              StallKind.COMPILATION,
              event,
              ThreadRef.of(event.getThread()),
              method(event),
              new Evidence.Compilation(
                  text(event, "compiler"),
                  number(event, "compileLevel"),
                  flag(event, "isOsr"),
                  flag(event, "succeded")));
      case "jdk.Deoptimization" ->
          add(
              StallKind.DEOPTIMIZATION,
              event,
              ThreadRef.of(event.getThread()),
              text(event, "reason"),
              new Evidence.Deoptimization(
                  text(event, "action"), number(event, "lineNumber"), method(event)));
      case "jdk.ZAllocationStall" ->
          add(
              StallKind.ALLOCATION_STALL,
              event,
              ThreadRef.of(event.getThread()),
              text(event, "type"),
              new Evidence.Allocation(event.hasField("size") ? event.getLong("size") : null));
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
      Evidence evidence) {
    stalls.add(
        Stall.of(kind, context.side(), context.interval(event))
            .withThread(stalled == null ? null : stalled.actor(context.pid(), frames.of(event)))
            .withCause(cause)
            .withEvidence(evidence));
  }

  private static @Nullable String text(RecordedEvent event, String field) {
    return event.hasField(field) ? event.getString(field) : null;
  }

  private static @Nullable Integer number(RecordedEvent event, String field) {
    return event.hasField(field) ? event.getInt(field) : null;
  }

  private static @Nullable Boolean flag(RecordedEvent event, String field) {
    return event.hasField(field) ? event.getBoolean(field) : null;
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
