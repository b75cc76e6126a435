package dev.takt.driver.sim;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/// In-memory records sorted by key. A record is an array of field values. An update replaces the
/// whole record, so no reader sees a partial update. Thread-safe.
final class Store {

  private static final Map<String, Store> NAMED = new ConcurrentHashMap<>();

  private final ConcurrentNavigableMap<String, byte[][]> records = new ConcurrentSkipListMap<>();

  /// The store of a name, which lives as long as the process.
  static Store named(String name) {
    return NAMED.computeIfAbsent(name, _ -> new Store());
  }

  /// All records by key.
  ConcurrentNavigableMap<String, byte[][]> records() {
    return records;
  }
}
