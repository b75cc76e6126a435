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

/// Opens the connections of a run: autocommit on, isolation and time limits set.
///
/// JDBC's statement timeout has a resolution of a second, and a frozen server does not enforce it.
/// With a timeout, the socket therefore gets one too. PostgreSQL has a timeout in milliseconds that
/// keeps the connection usable; there the socket's timeout is only a fallback. line.
final class Connector {

  /// Connect timeout, in seconds.
  private static final int CONNECT_SECONDS = 10;

  /// How much longer the socket's timeout is than the server's own.
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
      // The server then infers the type of a text parameter as for a literal.
      putUnlessInUrl("stringtype", "unspecified");
    }
    if (DriverManager.getLoginTimeout() == 0) {
      DriverManager.setLoginTimeout(CONNECT_SECONDS);
    }
  }

  String url() {
    return url;
  }

  /// The JDBC driver's name, unless it is one of Takt's own.
  @Nullable String driverName() {
    return driver.describe();
  }

  /// Prepares the current thread for calls to the driver.
  void enterThread() {
    driver.useInThread();
  }

  boolean hasTimeout() {
    return timeout != null;
  }

  /// The timeout of each statement, in seconds; 0 for none.
  int statementSeconds() {
    return timeout == null || Url.isPostgres(url)
        ? 0
        : (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(timeoutMillis(timeout), 1000L));
  }

  /// Opens a worker's connection, with timeouts.
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

  /// Opens a connection for preparations, which may take longer than an operation.
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
      // The statement's own timeout remains.
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
