package dev.takt.driver.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// An H2 whose rollbacks, and ends of transactions, take a known time, and that is down for a known
/// time: `jdbc:slow:mem:NAME`.
final class SlowDatabase implements Driver, AutoCloseable {

  static final String URL = "jdbc:slow:";

  private final long rollbackNanos;
  private volatile long endNanos;
  private volatile long downFrom = Long.MAX_VALUE;
  private volatile long downUntil = Long.MIN_VALUE;

  private SlowDatabase(long rollbackNanos) {
    this.rollbackNanos = rollbackNanos;
  }

  static SlowDatabase register(long rollbackNanos) throws SQLException {
    SlowDatabase driver = new SlowDatabase(rollbackNanos);
    DriverManager.registerDriver(driver);
    return driver;
  }

  /// From now on no connection can be opened for a while, and those that are open are lost.
  void fail(long nanos) {
    downFrom = System.nanoTime();
    downUntil = downFrom + nanos;
  }

  /// Turning autocommit on again takes so long.
  void endTransactionsFor(long nanos) {
    endNanos = nanos;
  }

  private void requireUp() throws SQLException {
    long now = System.nanoTime();
    if (now >= downFrom && now < downUntil) {
      throw new SQLException("down", "08006");
    }
  }

  @Override
  public void close() throws SQLException {
    DriverManager.deregisterDriver(this);
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    requireUp();
    Connection real =
        DriverManager.getConnection("jdbc:h2:" + url.substring(URL.length()), new Properties());
    return (Connection)
        Proxy.newProxyInstance(
            SlowDatabase.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              switch (method.getName()) {
                case "rollback" -> TimeUnit.NANOSECONDS.sleep(rollbackNanos);
                case "setAutoCommit" -> {
                  requireUp();
                  if (Boolean.TRUE.equals(arguments[0])) {
                    TimeUnit.NANOSECONDS.sleep(endNanos);
                  }
                }
                case "commit", "isValid" -> requireUp();
                default -> {}
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            });
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(URL);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
