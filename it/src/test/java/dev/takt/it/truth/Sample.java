package dev.takt.it.truth;

import dev.takt.runs.text.EnglishText;
import dev.takt.runs.trace.OperationRecord;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/// The times of some operations, in exact ranks: no histogram between them and their percentiles.
final class Sample {

  private final long[] sorted;

  /// @param times in any order; the array is sorted
  Sample(long[] times) {
    sorted = times;
    Arrays.sort(sorted);
  }

  static Sample of(List<OperationRecord> operations, ToLongFunction<OperationRecord> time) {
    return new Sample(operations.stream().mapToLong(time).toArray());
  }

  /// The smallest time, in nanoseconds, that so many percent did not exceed.
  long percentile(double percentile) {
    int rank = (int) Math.ceil(percentile / 100 * sorted.length - 1e-9);
    return sorted[Math.max(1, rank) - 1];
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (double p : new double[] {50, 90, 99, 99.9}) {
      text.append(EnglishText.format("p%s %.3f ms ", p, percentile(p) / 1e6));
    }
    return text.toString().strip();
  }
}
