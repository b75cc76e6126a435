package dev.takt.driver.sim;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// Records in memory, by key and in the order of their keys. A record is the values of its fields;
/// one that is changed is replaced, so that nobody sees half of a change. Thread-safe.
final class Store {

  private static final Map<String, Store> NAMED = new ConcurrentHashMap<>();

  private final ConcurrentNavigableMap<String, byte[][]> records = new ConcurrentSkipListMap<>();

  /// A store that stays as long as the process does.
  static Store named(String name) {
    return NAMED.computeIfAbsent(name, _ -> new Store());
  }

  /// The records from a key on.
  ConcurrentNavigableMap<String, byte[][]> records() {
    return records;
  }
}
