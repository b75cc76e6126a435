package dev.takt.driver.ycsb;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Logs the first exception of each kind that a binding throws in any worker. The label of an
/// outcome does not show the reason; logging every exception would repeat it. Thread-safe.
final class FirstFailures {

  private final Consumer<Throwable> log;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /// @param log writes one exception to the log
  FirstFailures(Consumer<Throwable> log) {
    this.log = log;
  }

  /// Whether this is the first call with this label; then the caller logs the exception by
  /// [#logFailure].
  boolean isFirst(String label) {
    return known.add(label);
  }

  /// Logs an exception. Slow: must not be called while an operation is timed.
  void logFailure(Throwable thrown) {
    log.accept(thrown);
  }
}
