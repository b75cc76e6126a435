package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A source of stalls.
///
/// @param name unique in the run, such as `target-jfr`
/// @param side the side that it observes
/// @param what the mechanism, for people: `JDK Flight Recorder`
/// @param alignment of its clock with the run's clock
/// @param thresholdNanos shorter stalls are not in the list
/// @param lost the number of lost records; null if the source does not know it
/// @param kinds the kinds of stalls that it can observe
/// @param blind what it cannot observe though a user might expect it, a sentence each
public record StallSource(
    String name,
    Side side,
    String what,
    @JsonUnwrapped ClockAlignment alignment,
    long thresholdNanos,
    @Nullable Long lost,
    List<StallKind> kinds,
    List<String> blind) {

  /// How exactly the clock of a source is aligned with the run's clock.
  ///
  /// @param errorNanos the maximum error that remains
  /// @param description how that error was determined, for people
  public record ClockAlignment(
      @JsonProperty("clockErrorNanos") long errorNanos,
      @JsonProperty("clock") String description) {}
}
