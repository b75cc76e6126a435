package dev.takt.watch.jfr;

import dev.takt.runs.NotObservable;
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
  private long refused;
  private long unresolved;
  private @Nullable String firstRefusal;
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
    refused++;
    // Messages of JFR about a field are suitable for people.
    if (e instanceof IllegalArgumentException && e.getMessage() != null) {
      firstRefusal = firstRefusal == null ? where + ": " + e.getMessage() : firstRefusal;
    } else {
      unresolved++;
      firstUnresolved = firstUnresolved == null ? where + ": a value is missing" : firstUnresolved;
    }
  }

  /// How many events could not be parsed.
  long refused() {
    return refused;
  }

  /// How many of them lack a value. In a recording with missing parts, its constant is there.
  long unresolved() {
    return unresolved;
  }

  /// @param isWhole whether no part of the recording is missing
  void finish(FoundStalls found, boolean isWhole) {
    try {
      handler.finish(found);
    } catch (RuntimeException e) {
      refuse("at the end", e);
    }
    long count = isWhole ? refused : refused - unresolved;
    if (count > 0) {
      String first = firstRefusal == null ? firstUnresolved : firstRefusal;
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
