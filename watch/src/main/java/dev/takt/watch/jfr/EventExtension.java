package dev.takt.watch.jfr;

import dev.takt.runs.model.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Events that a recording has in addition to safepoints: their settings and their handlers.
///
/// @param settings their settings, with keys of the JDK such as `jdk.ThreadPark#threshold`
/// @param expensive the settings of expensive events: a thread pays for each candidate, even if it
///   is too short to be recorded. They are disabled if the target exceeds its overhead budget
/// @param handlers creates the handlers for one recording
/// @param kinds the kinds of stalls that the handlers find
/// @param blindSpots what they cannot observe although one might expect it, a sentence each
public record EventExtension(
    Map<String, String> settings,
    Map<String, String> expensive,
    Function<RecordingContext, List<EventHandler>> handlers,
    List<StallKind> kinds,
    List<String> blindSpots) {

  /// No additional events.
  public static final EventExtension NONE =
      new EventExtension(Map.of(), Map.of(), _ -> List.of(), List.of(), List.of());

  /// Copies the collections.
  public EventExtension {
    settings = Map.copyOf(settings);
    expensive = Map.copyOf(expensive);
    kinds = List.copyOf(kinds);
    blindSpots = List.copyOf(blindSpots);
  }

  /// Returns a copy with additional settings. Events that they mention are recorded without a
  /// budget.
  ///
  /// @param moreSettings with keys as in [#settings]
  public EventExtension and(Map<String, String> moreSettings) {
    Set<String> events =
        moreSettings.keySet().stream().map(EventExtension::event).collect(Collectors.toSet());
    Map<String, String> stillExpensive = new HashMap<>(expensive);
    stillExpensive.keySet().removeIf(key -> events.contains(event(key)));
    Map<String, String> all = new HashMap<>(expensive);
    all.keySet().removeAll(stillExpensive.keySet());
    all.putAll(settings);
    all.putAll(moreSettings);
    return new EventExtension(all, stillExpensive, handlers, kinds, blindSpots);
  }

  /// These events and others.
  public EventExtension and(EventExtension other) {
    return new EventExtension(
        joined(settings, other.settings),
        joined(expensive, other.expensive),
        context -> joined(handlers.apply(context), other.handlers.apply(context)),
        joined(kinds, other.kinds),
        joined(blindSpots, other.blindSpots));
  }

  private static Map<String, String> joined(Map<String, String> some, Map<String, String> others) {
    Map<String, String> all = new HashMap<>(some);
    all.putAll(others);
    return all;
  }

  private static <T> List<T> joined(List<T> some, List<T> others) {
    return Stream.concat(some.stream(), others.stream()).toList();
  }

  /// Returns a copy in which no event has a budget.
  public EventExtension withoutBudget() {
    return and(expensive);
  }

  /// The settings of the expensive events alone, for a recording of their own.
  public JfrSettings expensiveSettings() {
    return JfrSettings.only(expensive);
  }

  private static String event(String key) {
    return key.split("#", 2)[0];
  }
}
