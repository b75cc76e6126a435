package dev.takt.driver.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// A reusable statement with a `?` for each value, on one connection: set its values, then execute
/// it. Not thread-safe.
public sealed interface BoundStatement permits BoundStatement.Prepared, LiteralStatement {

  /// Creates a statement that binds values to a prepared statement.
  static BoundStatement prepared(Connection connection, String sql) throws SQLException {
    return new Prepared(connection.prepareStatement(sql));
  }

  /// Creates a statement that writes values into its text.
  ///
  /// @param sql each `?` in it stands for a value
  static BoundStatement literal(Connection connection, String sql, SqlDialect dialect)
      throws SQLException {
    return new LiteralStatement(connection.createStatement(), sql, dialect);
  }

  /// Sets the value of a parameter; the first has index 1.
  void set(int parameter, String value) throws SQLException;

  /// Sets the value of a parameter; the first has index 1.
  void set(int parameter, int value) throws SQLException;

  /// Executes a query.
  ResultSet query() throws SQLException;

  /// Executes an update.
  ///
  /// @return the number of changed rows
  int update() throws SQLException;

  /// See [Statement#setQueryTimeout].
  void limit(int seconds) throws SQLException;

  /// A prepared statement.
  record Prepared(PreparedStatement statement) implements BoundStatement {

    @Override
    public void set(int parameter, String value) throws SQLException {
      statement.setString(parameter, value);
    }

    @Override
    public void set(int parameter, int value) throws SQLException {
      statement.setInt(parameter, value);
    }

    @Override
    public ResultSet query() throws SQLException {
      return statement.executeQuery();
    }

    @Override
    public int update() throws SQLException {
      return statement.executeUpdate();
    }

    @Override
    public void limit(int seconds) throws SQLException {
      statement.setQueryTimeout(seconds);
    }
  }
}
