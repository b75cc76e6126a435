package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.error.SqlErrors;
import dev.takt.driver.jdbc.jars.LoadFailure;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import org.jspecify.annotations.Nullable;

/// One worker's connection with its prepared statements. Not thread-safe.
final class JdbcSession implements BlockingDriver.Session {

  private final OpenConnections connections;
  private final Statements statements;
  private final SqlErrors errors;
  private @Nullable Connection connection;

  JdbcSession(OpenConnections connections, Statements statements, SqlErrors errors)
      throws SQLException {
    this.connections = connections;
    this.statements = statements;
    this.errors = errors;
    this.connection = connections.open();
  }

  @Override
  public void prepare(int operation, long n) {
    statements.prepare(operation, n);
  }

  /// Executes the statement and reads its whole result.
  ///
  /// @throws SQLException if the connection is lost; its message is a label of
  ///   [SqlState#label(String)]
  @Override
  public Outcome execute(int operation, long n) throws SQLException {
    Connection live = live();
    try {
      return statements.execute(live, operation, n);
    } catch (LinkageError e) {
      close();
      throw new SQLException(LoadFailure.text("the JDBC driver", e), e);
    } catch (SQLException e) {
      Outcome outcome = errors.outcomeOf(e);
      if (!SqlErrors.isConnectionLost(e, live)) {
        return outcome;
      }
      close();
      if (outcome == Outcome.TIMED_OUT) {
        return outcome; // the next operation opens a new connection
      }
      throw new SQLNonTransientConnectionException(outcome.label(), e.getSQLState(), e);
    }
  }

  @Override
  public void close() {
    Connection old = connection;
    connection = null;
    statements.forget();
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
}
