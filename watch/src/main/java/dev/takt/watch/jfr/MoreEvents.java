package dev.takt.watch.jfr;

import dev.takt.runs.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Events that a recording has in addition to safepoints: their settings and their handlers.
///
/// @param settings their settings, with keys of the JDK such as `jdk.ThreadPark#threshold`
/// @param dear the settings of expensive events: a thread pays for each candidate, even if it is
///   too short to be recorded. They are disabled if the target exceeds its overhead budget
/// @param handlers creates the handlers for one recording
/// @param kinds the kinds of stalls that the handlers find
/// @param blind what they cannot observe although one might expect it, a sentence each
public record MoreEvents(
    Map<String, String> settings,
    Map<String, String> dear,
    Function<RecordingContext, List<EventHandler>> handlers,
    List<StallKind> kinds,
    List<String> blind) {

  /// No additional events.
  public static final MoreEvents NONE =
      new MoreEvents(Map.of(), Map.of(), _ -> List.of(), List.of(), List.of());

  /// Copies the collections.
  public MoreEvents {
    settings = Map.copyOf(settings);
    dear = Map.copyOf(dear);
    kinds = List.copyOf(kinds);
    blind = List.copyOf(blind);
  }

  /// Returns a copy with additional settings. Events that they mention are recorded without a
  /// budget.
  ///
  /// @param moreSettings with keys as in [#settings]
  public MoreEvents and(Map<String, String> moreSettings) {
    Set<String> events =
        moreSettings.keySet().stream().map(MoreEvents::event).collect(Collectors.toSet());
    Map<String, String> stillExpensive = new HashMap<>(dear);
    stillExpensive.keySet().removeIf(key -> events.contains(event(key)));
    Map<String, String> all = new HashMap<>(dear);
    all.keySet().removeAll(stillExpensive.keySet());
    all.putAll(settings);
    all.putAll(moreSettings);
    return new MoreEvents(all, stillExpensive, handlers, kinds, blind);
  }

  /// Returns a copy in which no event has a budget.
  public MoreEvents atAnyPrice() {
    return and(dear);
  }

  /// The settings of the expensive events alone, for a recording of their own.
  public JfrSettings onlyDear() {
    return JfrSettings.only(dear);
  }

  private static String event(String key) {
    return key.split("#", 2)[0];
  }
}
