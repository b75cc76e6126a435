package dev.takt.driver.cql.workload;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Carries out one operation at a time: one statement, or several after each other. Never called by
/// two threads at once; allocates nothing in steady state.
public interface Request {

  /// Begins an operation. Beginning the current operation again goes back to its first statement,
  /// and changes nothing else: it is sent once more.
  ///
  /// @param operation the index of the operation in the plan
  /// @param n its number in the schedule
  void begin(int operation, long n);

  /// The current statement, as an index of [Workload#statements].
  int statement();

  /// The consistency level of the current statement.
  Consistency consistency();

  /// The kind of the batch that executes the current statement; null if it is executed alone.
  default @Nullable BatchType batch() {
    return null;
  }

  /// How often the batch executes the current statement; 1 without a batch.
  default int rows() {
    return 1;
  }

  /// Appends the number of the current statement's values, and the values.
  ///
  /// @param row from 0 to [#rows]
  /// @throws java.nio.BufferOverflowException if they do not fit; they are then asked for again
  void putValues(int row, ByteBuffer body);

  /// How many rows a page of the current statement has; 0 for as many as the run's pages have.
  default int pageSize() {
    return 0;
  }

  /// Where the first page begins that the current statement reads; null for its first row.
  default byte @Nullable [] firstPage() {
    return null;
  }

  /// Whether the operation reads the next page, too.
  ///
  /// @param next where it begins
  default boolean readsPage(byte[] next) {
    return true;
  }

  /// Reads the rows of a page that the current statement has returned. Need not consume them.
  void take(int rows, int columns, ByteBuffer body);

  /// The current statement has ended.
  ///
  /// @param failure null if it was successful
  /// @return the outcome of the operation; null if it goes on with the statement that is now the
  ///   current one
  @Nullable Outcome ended(@Nullable Outcome failure);

  /// The operation has ended without an answer: its connection was lost, or it timed out.
  void abandoned();
}
