package dev.takt.driver.jdbc.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/// A statement with generated values, in one of the two ways in which values reach a database.
public sealed interface Sql permits PreparedSql, UnpreparedSql {

  /// What [#execute] needs, to be made once for each connection.
  Statement prepare(Connection connection) throws SQLException;

  /// Executes the statement with the values of operation `n`.
  ///
  /// @param statement of [#prepare]
  /// @return whether the first result is rows, as [Statement#execute(String)] says it
  boolean execute(Statement statement, long seed, long n) throws SQLException;
}
