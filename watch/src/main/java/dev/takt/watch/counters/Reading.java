package dev.takt.watch.counters;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/// The values of counters at one time, or their differences between two. Immutable.
public final class Reading {

  /// `long`s for each counter: the count, the enabled time, the running time.
  private static final int FIELDS = 3;

  private final Map<Counter, Integer> indexes;
  private final Map<Counter, String> notSupported;
  private final long[] values;

  /// @param indexes the index of each counter
  /// @param values [#FIELDS] for each index
  Reading(Map<Counter, Integer> indexes, Map<Counter, String> notSupported, long[] values) {
    this.indexes = indexes;
    this.notSupported = notSupported;
    this.values = values;
  }

  static long[] values(int counters) {
    return new long[FIELDS * counters];
  }

  static void add(long[] values, int place, long counted, long enabled, long running) {
    values[FIELDS * place] += counted;
    values[FIELDS * place + 1] += enabled;
    values[FIELDS * place + 2] += running;
  }

  /// The count of a counter.
  ///
  /// @throws IllegalArgumentException if it was not requested
  public Count count(Counter counter) {
    String why = notSupported.get(counter);
    if (why != null) {
      return new Count.NotSupported(why);
    }
    Integer place = indexes.get(counter);
    if (place == null) {
      throw new IllegalArgumentException(counter.label() + " was not asked for");
    }
    int at = FIELDS * place;
    return Count.of(values[at], values[at + 1], values[at + 2]);
  }

  /// The value alone, exact or scaled; empty where it is not known.
  public OptionalLong value(Counter counter) {
    return switch (count(counter)) {
      case Count.Exact exact -> OptionalLong.of(exact.value());
      case Count.Scaled scaled -> OptionalLong.of(scaled.value());
      case Count.NeverCounted _, Count.NotSupported _ -> OptionalLong.empty();
    };
  }

  /// All requested counters.
  public Map<Counter, Count> counts() {
    Map<Counter, Count> all = new EnumMap<>(Counter.class);
    for (Counter each : Counter.values()) {
      if (indexes.containsKey(each) || notSupported.containsKey(each)) {
        all.put(each, count(each));
      }
    }
    return all;
  }

  /// The difference to an earlier reading of the same counters.
  public Reading since(Reading earlier) {
    if (earlier.indexes != indexes) {
      throw new IllegalArgumentException("a reading of other counters");
    }
    long[] difference = values.clone();
    for (int i = 0; i < difference.length; i++) {
      difference[i] -= earlier.values[i];
    }
    return new Reading(indexes, notSupported, difference);
  }
}
