package dev.takt.driver.jdbc;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One worker's connection with its prepared statements. Used by one thread at a time.
final class JdbcSession implements BlockingDriver.Session {

  private final OpenConnections connections;
  private final List<SqlOperation> operations;
  private final SqlErrors errors;
  private final int statementSeconds;
  private final @Nullable Statement[] statements;
  private @Nullable Connection connection;

  JdbcSession(
      OpenConnections connections,
      List<SqlOperation> operations,
      SqlErrors errors,
      int statementSeconds)
      throws SQLException {
    this.connections = connections;
    this.operations = operations;
    this.errors = errors;
    this.statementSeconds = statementSeconds;
    this.statements = new @Nullable Statement[operations.size()];
    this.connection = connections.open();
  }

  /// Executes the statement and reads its whole result.
  ///
  /// @throws SQLException if the connection is lost; its message is a label of
  ///   [SqlState#label(String)]
  @Override
  public Outcome execute(int operation, long n) throws SQLException {
    Connection live = live();
    try {
      return operations.get(operation).execute(statement(live, operation), n);
    } catch (SQLException e) {
      Outcome outcome = errors.outcomeOf(e);
      if (!SqlErrors.isConnectionLost(e, live)) {
        return outcome;
      }
      close();
      if (outcome == Outcome.TIMED_OUT) {
        return outcome; // and the next operation begins with a new connection
      }
      throw new SQLNonTransientConnectionException(outcome.label(), e.getSQLState(), e);
    }
  }

  @Override
  public void close() {
    Connection old = connection;
    connection = null;
    Arrays.fill(statements, null);
    if (old != null) {
      connections.close(old);
    }
  }

  private Connection live() throws SQLException {
    Connection live = connection;
    if (live == null) {
      live = connections.open();
      connection = live;
    }
    return live;
  }

  private Statement statement(Connection live, int operation) throws SQLException {
    Statement statement = statements[operation];
    if (statement == null) {
      statement = operations.get(operation).sql().prepare(live);
      if (statementSeconds > 0) {
        statement.setQueryTimeout(statementSeconds);
      }
      statements[operation] = statement;
    }
    return statement;
  }
}
