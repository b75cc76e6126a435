package dev.takt.watch.locks;

import dev.takt.record.ClockAnchor;
import dev.takt.runs.model.Contention;
import dev.takt.runs.model.NotObservable;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.AnchoredContext;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/// The results of the event handlers for a recording of this JVM, with its events in random order.
record Recorded(
    List<Stall> stalls, List<Contention> contentions, List<NotObservable> notObservable) {

  /// A workload that is recorded.
  interface Work {
    void run() throws Exception;
  }

  static Recorded of(WatchLevel level, Work work) throws Exception {
    return of(ThreadWaitEvents.settings(level), level, work);
  }

  static Recorded of(Map<String, String> settings, WatchLevel level, Work work) throws Exception {
    return of(settings, context -> ThreadWaitEvents.handlers(context, level), work);
  }

  static Recorded of(
      Map<String, String> settings,
      Function<RecordingContext, List<EventHandler>> handlers,
      Work work)
      throws Exception {
    Path file = Files.createTempFile("locks", ".jfr");
    try (Recording recording = new Recording()) {
      recording.setSettings(settings);
      ClockAnchor anchor = ClockAnchor.now();
      recording.start();
      work.run();
      recording.stop();
      recording.dump(file);
      return of(file, anchor, handlers);
    } finally {
      Files.delete(file);
    }
  }

  static Recorded of(Path file, ClockAnchor anchor, WatchLevel level) throws IOException {
    return of(file, anchor, context -> ThreadWaitEvents.handlers(context, level));
  }

  private static Recorded of(
      Path file, ClockAnchor anchor, Function<RecordingContext, List<EventHandler>> handlers)
      throws IOException {
    List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(file));
    Collections.shuffle(events, new Random(1));
    return of(events, anchor, handlers);
  }

  static Recorded of(List<RecordedEvent> events, ClockAnchor anchor, WatchLevel level) {
    return of(events, anchor, context -> ThreadWaitEvents.handlers(context, level));
  }

  private static Recorded of(
      List<RecordedEvent> events,
      ClockAnchor anchor,
      Function<RecordingContext, List<EventHandler>> handlers) {
    Recorded recorded = new Recorded(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (EventHandler handler : handlers.apply(context(anchor))) {
      events.stream()
          .filter(event -> handler.types().contains(event.getEventType().getName()))
          .forEach(handler::accept);
      handler.finish(recorded.sink());
    }
    return recorded;
  }

  List<Stall> of(StallKind kind) {
    return stalls.stream().filter(each -> each.kind() == kind).toList();
  }

  /// Waits of a thread, of any kind.
  List<Stall> of(StallKind kind, String thread) {
    return of(kind).stream()
        .filter(each -> each.thread() != null && each.thread().name().equals(thread))
        .toList();
  }

  private StallSink sink() {
    return new StallSink() {
      @Override
      public void add(Stall stall) {
        stalls.add(stall);
      }

      @Override
      public void add(Contention contention) {
        contentions.add(contention);
      }

      @Override
      public void add(NotObservable what) {
        notObservable.add(what);
      }
    };
  }

  static RecordingContext context(ClockAnchor anchor) {
    return new AnchoredContext(anchor);
  }
}
