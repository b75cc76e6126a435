package dev.takt.counters;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// A reading with given values, of one thread.
public final class FedReading {

  private FedReading() {}

  /// @param counted count, enabled and running time of each event that is counted
  public static Reading of(
      List<Event> asked, Map<Event, long[]> counted, Map<Event, String> notSupported) {
    List<Event> slots = asked.stream().filter(counted::containsKey).toList();
    long[] values = slots.stream().map(counted::get).flatMapToLong(LongStream::of).toArray();
    return new Reading(asked, slots, notSupported, values);
  }
}
