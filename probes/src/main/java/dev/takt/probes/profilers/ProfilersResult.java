package dev.takt.probes.profilers;

import java.util.List;

/// How right the profilers were.
///
/// @param jvm the version of the JVM that ran the program
/// @param rows by profiler, then by workload
/// @param costs of each profiler
/// @param absent the profilers that could not be scored, each with the reason
/// @param noise by how much a call took longer or shorter in a second run without a profiler, as a
///   share: the error of each overhead; NaN if it is not known
public record ProfilersResult(
    String jvm, List<Row> rows, List<Cost> costs, List<String> absent, double noise) {

  /// Copies the lists, so that the record is immutable.
  public ProfilersResult {
    rows = List.copyOf(rows);
    costs = List.copyOf(costs);
    absent = List.copyOf(absent);
  }

  /// A profiler and a workload.
  ///
  /// @param trueNanos the CPU time that the workload burnt
  /// @param score how right the profiler was
  /// @param jvmShare which share of the CPU time of the threads that collect and compile it shows;
  ///   NaN if they took next to none
  public record Row(
      Profiler profiler, KnownWorkload workload, long trueNanos, Score score, double jvmShare) {

    /// How many samples the CPU time warrants.
    public long expected() {
      return trueNanos / Profiler.PERIOD_NANOS;
    }
  }

  /// What a profiler cost, and what it said of itself.
  ///
  /// @param overhead how much more CPU time a call took than without a profiler, as a share; NaN
  ///   without a workload whose calls cost the same each time
  /// @param safepoints how many more there were than without a profiler; 0 if there were fewer, -1
  ///   if unknown
  /// @param stoppedNanos how much longer all threads were stopped; 0 and -1 likewise
  /// @param biased the samples that the profiler calls biased
  /// @param lost the samples that it dropped, as it says
  /// @param failed the samples without a stack, as it says
  /// @param othersNanos CPU time of the JVM's other threads, such as collectors and compilers
  public record Cost(
      Profiler profiler,
      double overhead,
      long safepoints,
      long stoppedNanos,
      long biased,
      long lost,
      long failed,
      long othersNanos) {}
}
