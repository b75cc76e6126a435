package dev.takt.faults;

import java.util.List;

/// How well faults of one kind were reported.
///
/// @param kind the kind
/// @param injected how many faults were long enough to count
/// @param detected the true positives: how many of them were reported with a correct kind
/// @param falseAlarms the false positives: reports of that kind and length without a fault
/// @param culprits whether the seen faults were reported with their culprits
/// @param edges how accurate the begins and ends of the reports of seen faults are
public record Score(
    FaultKind kind, int injected, int detected, int falseAlarms, Culprits culprits, Edges edges) {

  /// The limit on the error of an edge.
  public static final long EDGE_NANOS = 1_000_000;

  /// The culprits of seen faults.
  ///
  /// @param nameable how many of the seen faults had a culprit
  /// @param named how many of those were reported with the right culprit
  public record Culprits(int nameable, int named) {}

  /// The edges of reports.
  ///
  /// @param beginErrors the errors of the begins, in nanoseconds, ascending
  /// @param endErrors the errors of the ends, in the same way
  /// @param corrected how many of these edges are within [Score#EDGE_NANOS] only after correction
  ///   for the time in which the witness waited in a run queue, by the kernel's count, or was
  ///   stopped already when the fault began
  /// @param off reports with an edge further off than [Score#EDGE_NANOS], in the order of time
  public record Edges(
      List<Long> beginErrors, List<Long> endErrors, int corrected, List<EdgeError> off) {

    /// Takes copies.
    public Edges {
      beginErrors = List.copyOf(beginErrors);
      endErrors = List.copyOf(endErrors);
      off = List.copyOf(off);
    }
  }

  /// The share of faults that were reported correctly; 1 if there were none.
  public double recall() {
    return injected == 0 ? 1 : (double) detected / injected;
  }

  /// The share of reports that were of a fault; 1 if there were none.
  public double precision() {
    return detected + falseAlarms == 0 ? 1 : (double) detected / (detected + falseAlarms);
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
