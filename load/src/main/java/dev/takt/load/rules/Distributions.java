package dev.takt.load.rules;

import dev.takt.load.driver.DriverPart;
import dev.takt.record.LatencyHistogram;
import dev.takt.runs.model.RunTags.Measure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The full histograms of a finished run, without the warm-up, for figures that the summary does
/// not contain.
@FunctionalInterface
public interface Distributions {

  /// The values of one measure, in nanoseconds, under the rules of
  /// [dev.takt.runs.model.OperationSummary].
  ///
  /// @param operation the name of the operation, or null for all operations together
  /// @return empty if nothing was recorded; the caller must not modify it
  LatencyHistogram of(@Nullable String operation, Measure measure);

  /// The same values, plus the operations that timed out. A timed-out operation counts with the
  /// time it had taken by then, which is a lower bound. Without them a rule could pass because
  /// operations were too slow to be counted.
  default LatencyHistogram withTimeouts(@Nullable String operation, Measure measure) {
    return of(operation, measure);
  }

  /// The values of one measure of the operations that failed or timed out.
  default LatencyHistogram failures(String operation, Measure measure) {
    return new LatencyHistogram();
  }

  /// How often an operation failed, by the failure label of the driver.
  default Map<String, Long> errors(String operation) {
    return Map.of();
  }

  /// The most that the generator took of the time of one user of a journey, in nanoseconds, where
  /// these are distributions without its share; NaN if that is not known.
  default double largestShare(String journey) {
    return Double.NaN;
  }

  /// What the driver and the engine have timed in addition to the operations: see [DriverPart].
  /// Closing the workers' sessions is called `cleanup`.
  default List<DriverPart> parts() {
    return List.of();
  }
}
