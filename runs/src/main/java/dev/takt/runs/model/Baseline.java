package dev.takt.runs.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.takt.runs.allocation.AllocationRate;
import dev.takt.runs.counters.EventRate;
import dev.takt.runs.model.RunTags.Measure;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The content of a baseline file: what a comparison needs of repeats of one run, in a few
/// kilobytes. It has the estimates that the comparison makes of a side, and not the histograms that
/// they are made of: those of each interval would take some hundred kilobytes.
///
/// @param formatVersion the version of this format
/// @param latencies the estimates of all runs together
/// @param runs the other content of each run, by its name in messages
public record Baseline(
    int formatVersion, @JsonUnwrapped Latencies latencies, Map<String, Run> runs) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// The levels of its JSON that are indented: what has several values is a line.
  public static final int INDENTED_LEVELS = 3;

  /// @throws IllegalArgumentException if there is no run, or the first one has no setup
  public Baseline {
    if (runs.isEmpty() || runs.values().iterator().next().setup() == null) {
      throw new IllegalArgumentException("its first run has no plan");
    }
  }

  /// The estimates of one side of a comparison.
  ///
  /// @param measure the measure of the percentiles
  /// @param operations the operations that all runs have, by name
  /// @param otherOperations the names of operations that only some of the runs have
  public record Latencies(
      Measure measure, Map<String, Operation> operations, List<String> otherOperations) {}

  /// One operation in the measured parts of all runs.
  ///
  /// @param runs the number of runs, at least 1
  /// @param lengthNanos the length of all measured parts
  /// @param values the number of values of the measure
  /// @param completed the number of operations that completed
  /// @param errors the number of operations that did not complete
  /// @param intervals the number of intervals
  /// @param intervalsWithErrors the number of intervals in which an operation did not complete
  /// @param estimates its figures
  public record Operation(
      int runs,
      long lengthNanos,
      long values,
      long completed,
      long errors,
      int intervals,
      int intervalsWithErrors,
      @JsonUnwrapped Estimates estimates) {

    /// The number of operations.
    public long total() {
      return completed + errors;
    }
  }

  /// Figures with their variances, by their labels: `p99`, `max`, `throughput`, `errors`.
  ///
  /// @param nanos the values of percentiles and the maximum; none without values
  /// @param variance the variance of each figure's logarithm, or of the share of errors; none for
  ///   the maximum
  /// @param degrees the degrees of freedom of each variance
  /// @param intervalsReaching the number of intervals that have a value at or above each percentile
  public record Estimates(
      Map<String, Long> nanos,
      Map<String, Double> variance,
      Map<String, Double> degrees,
      Map<String, Integer> intervalsReaching) {

    /// @throws IllegalArgumentException if a number is less than it can be
    public Estimates {
      if (nanos.values().stream().anyMatch(each -> each < 0)
          || variance.values().stream().anyMatch(each -> !(each >= 0))
          || degrees.values().stream().anyMatch(each -> !(each >= 1))) {
        throw new IllegalArgumentException("a figure has an impossible number");
      }
    }
  }

  /// What a comparison needs of a run, except for its latencies.
  ///
  /// @param state the state of the run
  /// @param started when it started, in ISO 8601
  /// @param setup null if it is that of the first run
  /// @param work null without a summary
  /// @param stalls the count, the total nanoseconds and the longest of the stalls in the measured
  ///   part, by side and kind in lower case, for each kind that was observed; an empty list if
  ///   there were none; null if the run was not watched
  /// @param allocation how much the target allocated; null if it is not known
  /// @param counters what the target's counters counted; null if they were not read
  /// @param remarks remarks for the reader
  public record Run(
      RunRecord.State state,
      String started,
      @JsonUnwrapped @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Setup setup,
      @Nullable Work work,
      @Nullable Map<String, Map<String, List<Long>>> stalls,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable AllocationRate allocation,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<EventRate> counters,
      List<String> remarks) {

    /// @throws IllegalArgumentException if stalls have another number of values than 0 or 3
    public Run {
      boolean isDamaged =
          stalls != null
              && stalls.values().stream()
                  .flatMap(each -> each.values().stream())
                  .anyMatch(each -> !each.isEmpty() && each.size() != 3);
      if (isDamaged) {
        throw new IllegalArgumentException("its stalls have another number of values than three");
      }
    }
  }

  /// What ran, and where.
  ///
  /// @param environment the generator's environment, and settings of the machine, by name
  /// @param jvmFlags the arguments of the generator's JVM
  /// @param plan the plan, with a key for each of its values
  public record Setup(
      Map<String, String> environment, List<String> jvmFlags, Map<String, String> plan) {

    /// @throws IllegalArgumentException if one is missing, as in a damaged file
    public Setup {
      if (Stream.of(environment, jvmFlags, plan).anyMatch(Objects::isNull)) {
        throw new IllegalArgumentException("a run lacks its environment, jvmFlags or plan");
      }
    }
  }

  /// What the generator did, and what it cost.
  ///
  /// @param mode the rate mode
  /// @param verdict whether the measurement can be trusted
  /// @param durationNanos the duration of the run
  /// @param stalledNanos how long the generator was stalled
  /// @param cpuNanos the generator's CPU time; 0 if it is not known
  /// @param targetCpuNanos the CPU time of the target's processes; null if it is not known
  /// @param sent the number of operations sent, including the warm-up
  /// @param failedShare the share of operations sent after the warm-up that did not complete
  public record Work(
      String mode,
      GeneratorReport.Verdict verdict,
      long durationNanos,
      long stalledNanos,
      long cpuNanos,
      @Nullable Long targetCpuNanos,
      long sent,
      double failedShare) {}
}
