package dev.takt.watch.jfr;

import dev.takt.runs.model.NotObservable;
import dev.takt.runs.text.EnglishText;
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
  private long rejected;
  private long unresolved;
  private @Nullable String firstRejection;
  private @Nullable String firstUnresolved;

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
      refuse(event.getEventType().getName(), e);
    }
  }

  private void refuse(String where, RuntimeException e) {
    rejected++;
    // Messages of JFR about a field are suitable for people.
    if (e instanceof IllegalArgumentException && e.getMessage() != null) {
      firstRejection = firstRejection == null ? where + ": " + e.getMessage() : firstRejection;
    } else {
      unresolved++;
      firstUnresolved = firstUnresolved == null ? where + ": a value is missing" : firstUnresolved;
    }
  }

  /// How many events could not be parsed.
  long rejected() {
    return rejected;
  }

  /// How many of them lack a value. In a recording with missing parts, its constant is there.
  long unresolved() {
    return unresolved;
  }

  /// @param isWhole whether no part of the recording is missing
  void finish(FindingsCollector found, boolean isWhole) {
    try {
      handler.finish(found);
    } catch (RuntimeException e) {
      refuse("at the end", e);
    }
    long count = isWhole ? rejected : rejected - unresolved;
    if (count > 0) {
      String first = firstRejection == null ? firstUnresolved : firstRejection;
      found.add(
          new NotObservable(
              found.side(),
              events(count),
              "this version of Takt cannot parse them (" + first + ")"));
    }
  }

  static String events(long count) {
    return EnglishText.format("%,d %s of the recording", count, count == 1 ? "event" : "events");
  }
}
