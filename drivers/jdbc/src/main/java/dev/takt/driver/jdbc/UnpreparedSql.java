package dev.takt.driver.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/// A statement with its values in the text, as they are.
///
/// @param text the statement
record UnpreparedSql(GeneratedText text) implements Sql {

  /// Reads a statement.
  ///
  /// @param named the plan's generators
  /// @throws IllegalArgumentException if a placeholder is wrong
  static UnpreparedSql parse(String sql, Map<String, String> named) {
    return new UnpreparedSql(GeneratedText.parse(sql, named));
  }

  @Override
  public Statement prepare(Connection connection) throws SQLException {
    return connection.createStatement();
  }

  @Override
  public boolean execute(Statement statement, long seed, long n) throws SQLException {
    return statement.execute(text.text(seed, n));
  }
}
