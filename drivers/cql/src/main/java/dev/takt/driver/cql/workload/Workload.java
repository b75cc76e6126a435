package dev.takt.driver.cql.workload;

import dev.takt.load.driver.RowCount;
import java.util.List;
import java.util.Optional;

/// The operations of a run. Thread-safe.
public interface Workload {

  /// The statements to prepare on each connection.
  List<String> statements();

  /// Makes what carries out operations, one at a time.
  ///
  /// @param isRehearsal whether its operations warm up the generator or the target. They must
  ///   change nothing for the operations of the run
  Request newRequest(boolean isRehearsal);

  /// How many times each operation is carried out before the run, to warm up the target.
  ///
  /// @param operation the index of the operation in the plan
  long warmUps(int operation);

  /// A plausible answer to a step of an operation.
  Sample sample(int operation, int step);

  /// What the operations of a kind have read or written so far, without rehearsals; empty if each
  /// of them is one row.
  Optional<RowCount> rowCount(int operation);

  /// Sets what is to be called once the operations have nothing left to do.
  ///
  /// @param end ends the run; may be called by any thread
  default void whenDone(Runnable end) {}

  /// Whether an operation that was sent to a connection that the server had closed may be sent
  /// again.
  boolean isRepeatable(int operation);

  /// The size of an answer.
  ///
  /// @param rows 0 for an answer without rows
  /// @param valueBytes of each column
  record Sample(int rows, int columns, int valueBytes) {}
}
