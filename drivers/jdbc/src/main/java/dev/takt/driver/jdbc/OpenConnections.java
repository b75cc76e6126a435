package dev.takt.driver.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Tracks all connections of a run, so that none outlives it. Thread-safe.
final class OpenConnections implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  private final Connector connector;
  private final Set<Connection> open = ConcurrentHashMap.newKeySet();

  OpenConnections(Connector connector) {
    this.connector = connector;
  }

  Connection open() throws SQLException {
    Connection connection = connector.connect();
    open.add(connection);
    return connection;
  }

  void close(Connection connection) {
    open.remove(connection);
    try {
      connection.close();
    } catch (SQLException | RuntimeException | LinkageError _) {
      // The connection is not used any more, so a failure to close it does not matter.
    }
  }

  /// Aborts a connection that is in use or has an open transaction, without waiting for it.
  void abort(Connection connection) {
    open.remove(connection);
    Thread _ = Thread.ofVirtual().start(() -> cut(connection));
  }

  /// Aborts all connections, including those in use. Waits only for a limited time.
  @Override
  public void close() {
    cut(List.copyOf(open));
    open.clear();
  }

  /// Aborts connections without waiting for the database, which may be frozen. If a driver cannot
  /// abort a connection, closing it gets a limited time.
  static void cut(Collection<Connection> connections) {
    Thread cutter =
        Thread.ofVirtual()
            .start(() -> {
              for (Connection connection : connections) {
                cut(connection);
              }
            });
    try {
      boolean _ = cutter.join(TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void cut(Connection connection) {
    try {
      connection.abort(Runnable::run);
      connection.close();
    } catch (SQLException | RuntimeException | LinkageError _) {
      // The connection is not used any more, so a failure to close it does not matter.
    }
  }
}
