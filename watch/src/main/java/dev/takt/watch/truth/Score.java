package dev.takt.watch.truth;

import java.util.List;

/// How well faults of one kind were reported.
///
/// @param ailment the kind
/// @param made how many faults were long enough to count
/// @param seen the true positives: how many of them were reported with a correct kind
/// @param falseAlarms the false positives: reports of that kind and length without a fault
/// @param nameable how many of the seen faults had a culprit
/// @param named how many of those were reported with the right culprit
/// @param beginErrors the errors of the reports' begins, of seen faults, in nanoseconds, ascending
/// @param endErrors the errors of the reports' ends, in the same way
/// @param mended how many of these edges are within [#EDGE_NANOS] only after correction for the
///   time in which the witness waited in a run queue, by the kernel's count, or was stopped already
///   when the fault began
/// @param misses reports with an edge further off than [#EDGE_NANOS], in the order of time
public record Score(
    Ailment ailment,
    int made,
    int seen,
    int falseAlarms,
    int nameable,
    int named,
    List<Long> beginErrors,
    List<Long> endErrors,
    int mended,
    List<Miss> misses) {

  /// The limit on the error of an edge.
  public static final long EDGE_NANOS = 1_000_000;

  /// Takes copies.
  public Score {
    beginErrors = List.copyOf(beginErrors);
    endErrors = List.copyOf(endErrors);
    misses = List.copyOf(misses);
  }

  /// The share of faults that were reported correctly; 1 if there were none.
  public double recall() {
    return made == 0 ? 1 : (double) seen / made;
  }

  /// The share of reports that were of a fault; 1 if there were none.
  public double precision() {
    return seen + falseAlarms == 0 ? 1 : (double) seen / (seen + falseAlarms);
  }

  /// The median of errors, in nanoseconds; 0 if there are none.
  public static long median(List<Long> errors) {
    return errors.isEmpty() ? 0 : errors.get((errors.size() - 1) / 2);
  }

  /// The share of errors within a limit; 1 if there are none.
  public static double within(List<Long> errors, long limitNanos) {
    long good = errors.stream().filter(each -> each <= limitNanos).count();
    return errors.isEmpty() ? 1 : (double) good / errors.size();
  }
}
