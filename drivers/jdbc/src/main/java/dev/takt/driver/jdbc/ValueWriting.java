package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.sql.BoundStatement;
import dev.takt.driver.jdbc.sql.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;

/// How the statements of a key-value workload pass their values.
///
/// @param isPrepared whether values are bound to prepared statements; otherwise they are literals
///   in the text
record ValueWriting(SqlDialect dialect, boolean isPrepared) {

  /// Creates a statement on a connection, with a `?` for each value.
  BoundStatement statement(Connection connection, String sql) throws SQLException {
    return isPrepared
        ? BoundStatement.prepared(connection, sql)
        : BoundStatement.literal(connection, sql, dialect);
  }
}
