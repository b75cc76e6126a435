package dev.takt.driver.jdbc;

import dev.takt.load.driver.Outcome;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// What an exception of a statement means for its operation and for its connection. Thread-safe.
final class SqlErrors {

  private static final String QUERY_CANCELED = "57014";

  private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
  private final boolean hasTimeout;

  /// @param hasTimeout whether statements have a time limit, so that a canceled one has passed it
  SqlErrors(boolean hasTimeout) {
    this.hasTimeout = hasTimeout;
  }

  Outcome outcomeOf(SQLException e) {
    return isTimeout(e)
        ? Outcome.TIMED_OUT
        : outcomes.computeIfAbsent(SqlState.labelOf(e), Outcome::failed);
  }

  /// Whether no further statement can be sent on the connection. Asks the server only where the
  /// exception leaves it open.
  static boolean isConnectionLost(SQLException e, Connection connection) {
    if (SqlState.meansConnectionLost(e.getSQLState())
        || e instanceof SQLRecoverableException
        || e instanceof SQLNonTransientConnectionException
        || isSocketTimeout(e)) {
      return true;
    }
    try {
      return connection.isClosed()
          || (!SqlState.isAboutStatement(e.getSQLState()) && !connection.isValid(1));
    } catch (SQLException _) {
      return true;
    }
  }

  private boolean isTimeout(SQLException e) {
    return hasTimeout
        && (e instanceof SQLTimeoutException
            || QUERY_CANCELED.equals(e.getSQLState())
            || isSocketTimeout(e));
  }

  private static boolean isSocketTimeout(SQLException e) {
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof SocketTimeoutException) {
        return true;
      }
    }
    return false;
  }
}
