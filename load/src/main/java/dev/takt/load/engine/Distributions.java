package dev.takt.load.engine;

import dev.takt.load.driver.DriverPart;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.RunTags.Measure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The whole histograms of a run that has ended, warm-up left out: for figures that its summary
/// does not have.
@FunctionalInterface
public interface Distributions {

  /// The values of one measure, in nanoseconds, under the rules of
  /// [dev.takt.runs.OperationSummary].
  ///
  /// @param operation its name, or null for all operations together
  /// @return empty where nothing was recorded; not to be changed by the caller
  LatencyHistogram of(@Nullable String operation, Measure measure);

  /// The same, and the operations that were given up after their time limit as well, each with the
  /// time that it had taken by then: it would have taken longer. A rule must not pass because
  /// operations were too slow to count.
  default LatencyHistogram withTimeouts(@Nullable String operation, Measure measure) {
    return of(operation, measure);
  }

  /// The values of one measure of the operations that failed or timed out.
  default LatencyHistogram failures(String operation, Measure measure) {
    return new LatencyHistogram();
  }

  /// How often an operation failed, by what the driver said.
  default Map<String, Long> errors(String operation) {
    return Map.of();
  }

  /// What the driver and the engine have timed beside the operations: see [DriverPart]. The end of
  /// each worker's session is called `cleanup`.
  default List<DriverPart> parts() {
    return List.of();
  }
}
