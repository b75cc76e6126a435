package dev.takt.driver.jdbc;

import dev.takt.load.driver.Outcome;
import java.sql.Connection;
import java.sql.SQLException;

/// What one worker sends on its connection, with the statements that it keeps there. Used by one
/// thread at a time.
interface Statements {

  /// Makes up the values of an operation that will be due.
  default void prepare(int operation, long n) {}

  /// Does operation `n` and reads all of its result.
  ///
  /// @param live the connection; the same as before unless [#clear] was called
  Outcome execute(Connection live, int operation, long n) throws SQLException;

  /// The connection is gone, and all statements with it.
  void forget();
}
