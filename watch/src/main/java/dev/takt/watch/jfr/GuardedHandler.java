package dev.takt.watch.jfr;

import dev.takt.runs.NotObservable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// Isolates the failures of one event handler from the others. A handler fails, for example, if the
/// events of another JDK lack a field.
final class GuardedHandler {

  private final EventHandler handler;
  private final List<String> types;
  private long refused;
  private @Nullable String firstRefusal;

  GuardedHandler(EventHandler handler) {
    this.handler = handler;
    this.types = new ArrayList<>(handler.types());
  }

  Set<String> types() {
    return Set.copyOf(types);
  }

  void accept(RecordedEvent event) {
    try {
      handler.accept(event);
    } catch (RuntimeException e) {
      refused++;
      if (firstRefusal == null) {
        firstRefusal = event.getEventType().getName() + ": " + reason(e);
      }
    }
  }

  /// How many events could not be parsed.
  long refused() {
    return refused;
  }

  /// The reason for people. Only messages of JFR about a field are suitable.
  private static String reason(RuntimeException e) {
    return e instanceof IllegalArgumentException && e.getMessage() != null
        ? e.getMessage()
        : "a value is missing";
  }

  void finish(FoundStalls found) {
    try {
      handler.finish(found);
    } catch (RuntimeException e) {
      refused++;
      firstRefusal = firstRefusal == null ? "at the end: " + reason(e) : firstRefusal;
    }
    if (firstRefusal != null) {
      found.add(
          new NotObservable(
              found.side(),
              refused + " events of the recording",
              "this version of Takt cannot parse them (" + firstRefusal + ")"));
    }
  }
}
