package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.jars.LoadedDriver;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/// Makes the connections of a run: autocommit on, isolation and time limits set.
///
/// JDBC's own time limit of a statement counts in whole seconds, and a server that is frozen does
/// not keep it. So where a limit is wanted, the socket gets one too. PostgreSQL has a limit in
/// milliseconds that leaves the connection usable: there the socket's limit is only the second
/// line.
final class Connector {

  /// How long to wait for a connection, in seconds.
  private static final int CONNECT_SECONDS = 10;

  /// How much later than the server's own limit the socket gives up.
  private static final int GRACE_MILLIS = 250;

  private final LoadedDriver driver;
  private final String url;
  private final Properties properties;
  private final @Nullable Integer isolation;
  private final @Nullable Duration timeout;

  Connector(
      LoadedDriver driver,
      String url,
      @Nullable String user,
      @Nullable String password,
      @Nullable Integer isolation,
      @Nullable Duration timeout) {
    this.driver = driver;
    this.url = url;
    this.isolation = isolation;
    this.timeout = timeout;
    this.properties = new Properties();
    putUnlessNull("user", user);
    putUnlessNull("password", password);
    if (Url.isPostgres(url)) {
      putUnlessInUrl("ApplicationName", "takt");
      // The server then finds out a text parameter's type as it does for a literal.
      putUnlessInUrl("stringtype", "unspecified");
    }
    if (DriverManager.getLoginTimeout() == 0) {
      DriverManager.setLoginTimeout(CONNECT_SECONDS);
    }
  }

  String url() {
    return url;
  }

  /// Which driver it is, if it is not one of Takt's own.
  @Nullable String driverName() {
    return driver.describe();
  }

  /// Makes the current thread one that may call the driver.
  void enterThread() {
    driver.useInThread();
  }

  boolean hasTimeout() {
    return timeout != null;
  }

  /// The limit to give to each statement, in seconds, or 0 for none.
  int statementSeconds() {
    return timeout == null || Url.isPostgres(url)
        ? 0
        : (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(timeoutMillis(timeout), 1000L));
  }

  /// A connection for one worker, with time limits.
  Connection connect() throws SQLException {
    Connection connection = connectUnlimited();
    try {
      limit(connection);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /// A connection for preparations that may take longer than an operation may.
  Connection connectUnlimited() throws SQLException {
    Connection connection = driver.connect(url, properties);
    try {
      connection.setAutoCommit(true);
      if (isolation != null) {
        connection.setTransactionIsolation(isolation);
      }
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private void limit(Connection connection) throws SQLException {
    if (timeout == null) {
      return;
    }
    long millis = timeoutMillis(timeout);
    long socketMillis = millis;
    if (Url.isPostgres(url)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("set statement_timeout = " + millis);
      }
      socketMillis += GRACE_MILLIS;
    }
    try {
      connection.setNetworkTimeout(Runnable::run, (int) Math.min(Integer.MAX_VALUE, socketMillis));
    } catch (SQLFeatureNotSupportedException e) {
      // What is left is the statement's own limit.
    }
  }

  private static long timeoutMillis(Duration timeout) {
    return Math.clamp(timeout.toMillis(), 1, Integer.MAX_VALUE - GRACE_MILLIS);
  }

  private void putUnlessNull(String name, @Nullable String value) {
    if (value != null) {
      properties.setProperty(name, value);
    }
  }

  private void putUnlessInUrl(String name, String value) {
    if (!Url.names(url, name)) {
      properties.setProperty(name, value);
    }
  }
}
