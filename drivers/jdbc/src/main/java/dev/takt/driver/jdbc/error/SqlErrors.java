package dev.takt.driver.jdbc.error;

import dev.takt.load.driver.Outcome;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Determines what a statement's exception means for its operation and its connection. Thread-safe.
public final class SqlErrors {

  private static final String QUERY_CANCELED = "57014";

  private final Map<String, Outcome> outcomes = new ConcurrentHashMap<>();
  private final boolean hasTimeout;

  /// @param hasTimeout whether statements have a timeout, so that a cancelled one has timed out
  public SqlErrors(boolean hasTimeout) {
    this.hasTimeout = hasTimeout;
  }

  /// How an operation ended that threw this.
  public Outcome outcomeOf(SQLException e) {
    return isTimeout(e)
        ? Outcome.TIMED_OUT
        : outcomes.computeIfAbsent(SqlState.labelOf(e), Outcome::failed);
  }

  /// Whether the connection cannot be used any more. Queries the server only if the exception does
  /// not decide it.
  public static boolean isConnectionLost(SQLException e, Connection connection) {
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
