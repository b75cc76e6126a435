package dev.takt.driver.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/// A statement with generated values, passed either as parameters or in the text.
public sealed interface Sql permits PreparedSql, UnpreparedSql {

  /// Creates what [#execute] needs, once for each connection.
  Statement prepare(Connection connection) throws SQLException;

  /// Executes the statement with the values of operation `n`.
  ///
  /// @param statement created by [#prepare]
  /// @param user the values of the user whose step it is, see [PreparedSql#variables]; none for an
  ///   operation that is no step
  /// @return whether the first result is rows, as for [Statement#execute(String)]
  boolean execute(Statement statement, long seed, long n, byte[][] user) throws SQLException;
}
