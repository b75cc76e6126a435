package dev.takt.driver.jdbc;

import dev.takt.load.driver.Outcome;
import java.sql.Connection;
import java.sql.SQLException;

/// One worker's statements on its connection. Not thread-safe.
interface Statements {

  /// Generates the values of an operation before it is due.
  default void prepare(int operation, long n) {}

  /// Executes operation `n` and reads its whole result.
  ///
  /// @param live the connection; the same as before unless [#forget] was called
  Outcome execute(Connection live, int operation, long n) throws SQLException;

  /// Discards all statements, because the connection is closed.
  void forget();
}
