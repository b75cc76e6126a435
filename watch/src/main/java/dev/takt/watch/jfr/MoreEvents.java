package dev.takt.watch.jfr;

import dev.takt.runs.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What is looked for in a recording beside stops of the whole JVM.
///
/// @param settings what a recording must be told for it, with keys as the JDK has them:
///   `jdk.ThreadPark#threshold`
/// @param dear the same, of events for which whoever might be recorded pays each time, also if it
///   is far too short to be: they are recorded as long as that can be afforded
/// @param handlers makes the handlers for one recording
/// @param kinds what these can see
/// @param blind what they cannot see though one might expect it, a sentence each
public record MoreEvents(
    Map<String, String> settings,
    Map<String, String> dear,
    Function<RecordingContext, List<EventHandler>> handlers,
    List<StallKind> kinds,
    List<String> blind) {

  /// Nothing more.
  public static final MoreEvents NONE =
      new MoreEvents(Map.of(), Map.of(), _ -> List.of(), List.of(), List.of());

  /// Takes copies.
  public MoreEvents {
    settings = Map.copyOf(settings);
    dear = Map.copyOf(dear);
    kinds = List.copyOf(kinds);
    blind = List.copyOf(blind);
  }

  /// The same, and more that a recording must be told; of an event that this says something of, it
  /// is told that whatever the price.
  ///
  /// @param moreSettings with keys as in [#settings]
  public MoreEvents and(Map<String, String> moreSettings) {
    Set<String> events =
        moreSettings.keySet().stream().map(MoreEvents::event).collect(Collectors.toSet());
    Map<String, String> stillDear = new HashMap<>(dear);
    stillDear.keySet().removeIf(key -> events.contains(event(key)));
    Map<String, String> all = new HashMap<>(dear);
    all.keySet().removeAll(stillDear.keySet());
    all.putAll(settings);
    all.putAll(moreSettings);
    return new MoreEvents(all, stillDear, handlers, kinds, blind);
  }

  /// The same, where no price is too high.
  public MoreEvents atAnyPrice() {
    return and(dear);
  }

  /// What is dear, for a recording that has nothing else.
  public JfrSettings onlyDear() {
    return JfrSettings.only(dear);
  }

  private static String event(String key) {
    return key.split("#", 2)[0];
  }
}
