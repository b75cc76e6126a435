package dev.takt.runs.model;

import dev.takt.runs.model.RunTags.Measure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The content of a baseline file: what a comparison needs of runs of one system, in a few
/// kilobytes.
///
/// @param formatVersion the version of this format
/// @param runs repeats of one run, at least one
public record Baseline(int formatVersion, List<Run> runs) {

  /// The current version of this format.
  public static final int FORMAT_VERSION = 1;

  /// One run.
  ///
  /// @param name its name in messages
  /// @param record the content of its `run.json`
  /// @param latencies those of its measured part
  /// @param observed what observers saw; null if it was not watched
  /// @param targetCpuNanos the CPU time of the target's processes; null if that is not known
  /// @param remarks remarks for the reader
  public record Run(
      String name,
      RunRecord record,
      Latencies latencies,
      @Nullable Observed observed,
      @Nullable Long targetCpuNanos,
      List<String> remarks) {}

  /// Latencies in intervals.
  ///
  /// @param measure whose values they are
  /// @param lengths the lengths of the intervals, in nanoseconds
  /// @param operations the histograms of each operation in each interval, packed
  public record Latencies(Measure measure, List<Long> lengths, Map<String, String> operations) {}

  /// What observers saw during the measured part.
  ///
  /// @param host the machine's settings that can affect latency, by name
  /// @param stalls the stalls of each kind that was observed, also if there were none
  public record Observed(Map<String, String> host, List<StallSum> stalls) {}

  /// The stalls of one kind.
  ///
  /// @param side the side that was stalled
  /// @param kind the kind of stall
  /// @param count the number of stalls
  /// @param totalNanos their total time; overlapping stalls each count in full
  /// @param longestNanos the longest stall
  public record StallSum(
      Side side, StallKind kind, long count, long totalNanos, long longestNanos) {}
}
