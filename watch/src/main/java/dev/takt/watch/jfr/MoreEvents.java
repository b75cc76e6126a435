package dev.takt.watch.jfr;

import dev.takt.runs.StallKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// What is looked for in a recording beside stops of the whole JVM.
///
/// @param settings what a recording must be told for it, with keys as the JDK has them:
///   `jdk.ThreadPark#threshold`
/// @param handlers makes the handlers for one recording
/// @param kinds what these can see
/// @param blind what they cannot see though one might expect it, a sentence each
public record MoreEvents(
    Map<String, String> settings,
    Function<RecordingContext, List<EventHandler>> handlers,
    List<StallKind> kinds,
    List<String> blind) {

  /// Nothing more.
  public static final MoreEvents NONE =
      new MoreEvents(Map.of(), _ -> List.of(), List.of(), List.of());

  /// Takes copies.
  public MoreEvents {
    settings = Map.copyOf(settings);
    kinds = List.copyOf(kinds);
    blind = List.copyOf(blind);
  }

  /// The same, and more that a recording must be told.
  public MoreEvents and(Map<String, String> moreSettings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(moreSettings);
    return new MoreEvents(all, handlers, kinds, blind);
  }
}
