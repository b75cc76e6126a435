package dev.takt.counters;

import java.util.List;
import java.util.Map;

/// Readings with given values, of one thread.
public final class Readings {

  private static final List<Event> EVENTS =
      List.of(StandardEvent.TASK_CLOCK, StandardEvent.CYCLES, StandardEvent.LLC_MISSES);
  private static final List<Event> SLOTS = EVENTS.subList(0, 2);

  private Readings() {}

  /// LLC misses are not supported.
  ///
  /// @param values count, enabled and running time of the task clock, and of cycles
  public static Reading of(long... values) {
    return new Reading(EVENTS, SLOTS, Map.of(StandardEvent.LLC_MISSES, "none here"), values);
  }
}
