package dev.takt.counters;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The counts of events at one time, or their differences between two. Immutable.
public final class Reading {

  /// `long`s in each slot: the count, the enabled time, the running time.
  private static final int FIELDS = 3;

  private final List<Event> asked;
  private final List<Event> slots;
  private final Map<Event, String> notSupported;
  private final long[] values;

  /// @param slots the event of each slot; there is one for each event of each thread
  /// @param values [#FIELDS] for each slot
  Reading(List<Event> asked, List<Event> slots, Map<Event, String> notSupported, long[] values) {
    this.asked = asked;
    this.slots = slots;
    this.notSupported = notSupported;
    this.values = values;
  }

  static long[] values(int slots) {
    return new long[FIELDS * slots];
  }

  /// Adds what one counter counted to a slot. A slot has several counters where processors are of
  /// several kinds. They are enabled at the same time, and the processor that the thread runs on
  /// decides which of them counts.
  static void add(long[] values, int slot, long counted, long enabled, long running) {
    int at = FIELDS * slot;
    values[at] += counted;
    values[at + 1] = Math.max(values[at + 1], enabled);
    values[at + 2] += running;
  }

  /// The count of an event.
  ///
  /// @throws IllegalArgumentException if it was not requested
  public Count count(Event event) {
    if (!asked.contains(event)) {
      throw new IllegalArgumentException(event.label() + " was not asked for");
    }
    String why = notSupported.get(event);
    return why == null ? sum(event) : new Count.NotSupported(why);
  }

  /// Scales each thread's count by its own times. A thread whose counter never had its turn is
  /// estimated from the others.
  private Count sum(Event event) {
    long counted = 0;
    long enabled = 0;
    long running = 0;
    double scaled = 0;
    long scaledEnabled = 0;
    for (int slot = 0; slot < slots.size(); slot++) {
      if (!slots.get(slot).equals(event)) {
        continue;
      }
      long itsCount = values[FIELDS * slot];
      long itsEnabled = values[FIELDS * slot + 1];
      long itsRunning = Math.min(itsEnabled, values[FIELDS * slot + 2]);
      counted += itsCount;
      enabled += itsEnabled;
      running += itsRunning;
      if (itsRunning > 0) {
        scaled += itsCount * ((double) itsEnabled / itsRunning);
        scaledEnabled += itsEnabled;
      }
    }
    if (running == enabled) {
      return new Count.Exact(counted);
    }
    if (running == 0) {
      return new Count.NeverCounted();
    }
    long value = Math.round(scaled * ((double) enabled / scaledEnabled));
    return new Count.Scaled(value, counted, enabled, running);
  }

  /// The value alone, exact or scaled; empty where it is not known.
  public OptionalLong value(Event event) {
    return switch (count(event)) {
      case Count.Exact exact -> OptionalLong.of(exact.value());
      case Count.Scaled scaled -> OptionalLong.of(scaled.value());
      case Count.NeverCounted _, Count.NotSupported _ -> OptionalLong.empty();
    };
  }

  /// One value for each of another: instructions and cycles give instructions per cycle (IPC).
  /// Empty where one of them is not known, or the second is 0.
  public OptionalDouble ratio(Event event, Event divisor) {
    OptionalLong value = value(event);
    OptionalLong divided = value(divisor);
    return value.isEmpty() || divided.isEmpty() || divided.getAsLong() == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) value.getAsLong() / divided.getAsLong());
  }

  /// All requested events, in their order.
  public Map<Event, Count> counts() {
    Map<Event, Count> all = new LinkedHashMap<>();
    asked.forEach(each -> all.put(each, count(each)));
    return all;
  }

  /// The difference to an earlier reading of the same counters.
  public Reading since(Reading earlier) {
    if (earlier.slots != slots) {
      throw new IllegalArgumentException("a reading of other counters");
    }
    long[] difference = values.clone();
    for (int i = 0; i < difference.length; i++) {
      difference[i] -= earlier.values[i];
    }
    return new Reading(asked, slots, notSupported, difference);
  }
}
