package dev.takt.it.truth;

import dev.takt.runs.trace.OperationRecord;
import java.util.List;
import java.util.function.Consumer;

/// The periods of a run that begins and ends each of them in quiet: each is as good as a run of its
/// own.
final class Periods {

  private Periods() {}

  /// Holds at least one period to the truth.
  ///
  /// @param operations in the order in which they were due
  /// @param length how many make up a period
  /// @throws AssertionError the last period's, if none is as it must be
  static void assertSome(
      List<OperationRecord> operations, int length, Consumer<List<OperationRecord>> truth) {
    AssertionError failure = new AssertionError("there is no period");
    for (int from = 0; from + length <= operations.size(); from += length) {
      try {
        truth.accept(operations.subList(from, from + length));
        return;
      } catch (AssertionError e) {
        failure = e;
      }
    }
    throw failure;
  }
}
