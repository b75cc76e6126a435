package dev.takt.watch.truth;

import java.util.List;

/// How well faults of one kind were seen.
///
/// @param ailment the kind
/// @param made how many there were of the length that counts
/// @param seen how many of them an observer reported as what they were
/// @param falseAlarms reports of that kind and length where no fault was
/// @param nameable of those seen, how many had somebody to blame
/// @param named of those, how many were told with the right name
/// @param beginErrors how far each report's begin was from the truth, in nanoseconds, ascending;
///   those of the seen ones
/// @param endErrors the same of the ends
/// @param mended how many of these edges are within [#EDGE_NANOS] only if the time is left out that
///   the witness stood in a processor's queue, by the kernel's count, or stood already when the
///   fault began
/// @param misses those with an edge further off than [#EDGE_NANOS], in the order of time
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

  /// An edge that is further from the truth is wrong.
  public static final long EDGE_NANOS = 1_000_000;

  /// Takes copies.
  public Score {
    beginErrors = List.copyOf(beginErrors);
    endErrors = List.copyOf(endErrors);
    misses = List.copyOf(misses);
  }

  /// The share of the faults that were reported as what they were; 1 if there were none.
  public double recall() {
    return made == 0 ? 1 : (double) seen / made;
  }

  /// The share of the reports that were of a fault; 1 if there were none.
  public double precision() {
    return seen + falseAlarms == 0 ? 1 : (double) seen / (seen + falseAlarms);
  }

  /// The median of how far edges were from the truth, in nanoseconds; 0 if nothing was seen.
  public static long median(List<Long> errors) {
    return errors.isEmpty() ? 0 : errors.get((errors.size() - 1) / 2);
  }

  /// The share of edges that were within a limit; 1 if nothing was seen.
  public static double within(List<Long> errors, long limitNanos) {
    long good = errors.stream().filter(each -> each <= limitNanos).count();
    return errors.isEmpty() ? 1 : (double) good / errors.size();
  }
}
