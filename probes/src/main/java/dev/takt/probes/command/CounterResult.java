package dev.takt.probes.command;

import dev.takt.counters.Counters;
import dev.takt.counters.Event;
import dev.takt.counters.Reading;
import java.util.Set;

/// What was counted.
///
/// @param subject the command or process
/// @param nanos for how long
/// @param unseenThreads see [Counters#unseenThreads]
record CounterResult(
    String subject, Reading reading, Set<Event> userOnly, long nanos, int unseenThreads) {

  static CounterResult of(String subject, Counters counters, Reading reading, long nanos) {
    return new CounterResult(
        subject, reading, counters.userOnly(), nanos, counters.unseenThreads());
  }
}
