package dev.takt.driver.ycsb;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Keeps what a binding has thrown, of each kind the first of all workers: a label is too little to
/// find the reason by, and what is thrown again and again has been said. Thread-safe.
final class FirstFailures {

  private final Consumer<Throwable> log;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /// @param log is told of each that is to be written down
  FirstFailures(Consumer<Throwable> log) {
    this.log = log;
  }

  /// Whether nobody has seen this kind before.
  boolean isFirst(String label) {
    return known.add(label);
  }

  /// Writes it down. Takes long: not for the time of an operation.
  void note(Throwable thrown) {
    log.accept(thrown);
  }
}
