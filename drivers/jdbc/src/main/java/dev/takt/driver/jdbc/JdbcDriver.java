package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.embedded.PostgresServer;
import dev.takt.driver.jdbc.error.SqlErrors;
import dev.takt.driver.jdbc.jars.LoadFailure;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverPart;
import dev.takt.runs.text.EnglishText;
import dev.takt.runs.text.Units;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Sends SQL statements, with one connection for each worker. Another connection stays open from
/// the preparations to the end, because some in-memory databases exist only while a connection to
/// them is open.
final class JdbcDriver implements BlockingDriver {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
  private static final Duration MAX_PAUSE = Duration.ofMillis(500);

  /// How long rollbacks take is said from here on.
  private static final long LONG_ROLLBACK_NANOS = 1_000_000;

  private final Connector connector;
  private final JdbcWork work;
  private final SqlErrors errors;
  private final OpenConnections connections;
  private final Connection first;
  private final String description;
  private final @Nullable PostgresServer server;

  private final LongAdder rollbacks = new LongAdder();
  private final LongAdder cuts = new LongAdder();
  private final LongSummaryStatistics rollbackNanos = new LongSummaryStatistics();

  /// Consecutive failed connection attempts, by worker.
  private final Map<Integer, Integer> refusals = new ConcurrentHashMap<>();

  private JdbcDriver(
      Connector connector,
      JdbcWork work,
      Connection first,
      String description,
      @Nullable PostgresServer server) {
    this.connector = connector;
    this.work = work;
    this.errors = new SqlErrors(connector.hasTimeout());
    this.connections = new OpenConnections(connector);
    this.first = first;
    this.description = description;
    this.server = server;
  }

  /// Connects, prepares the database, and has it check the statements.
  ///
  /// @param server stopped when the driver is closed, or if this fails
  static JdbcDriver open(
      Connector connector,
      List<String> init,
      JdbcWork work,
      @Nullable PostgresServer server,
      Consumer<String> progress)
      throws DriverException {
    Connection first = null;
    try {
      first = connector.connectUnlimited();
      Preparation preparation = new Preparation(first, progress);
      preparation.execute(init);
      work.prepare(preparation);
      return new JdbcDriver(connector, work, first, describe(connector, preparation), server);
    } catch (SQLException e) {
      closeAll(first, server);
      throw ConnectFailure.of(connector.url(), e);
    } catch (DriverException e) {
      closeAll(first, server);
      throw e;
    } catch (LinkageError e) {
      closeAll(first, server);
      throw new DriverException(LoadFailure.text("the JDBC driver", e), e);
    }
  }

  private static String describe(Connector connector, Preparation preparation) throws SQLException {
    String driver = connector.driverName();
    return preparation.describe(connector.url()) + (driver == null ? "" : ", driver " + driver);
  }

  Connector connector() {
    return connector;
  }

  OpenConnections connections() {
    return connections;
  }

  SqlErrors errors() {
    return errors;
  }

  /// A transaction whose user has ended was rolled back.
  ///
  /// @param isInOrder whether the database confirmed it; if not, its connection was cut
  void rolledBack(boolean isInOrder) {
    (isInOrder ? rollbacks : cuts).increment();
  }

  /// How long the database took for the rollback of a user's transaction.
  void rollbackTook(long nanos) {
    synchronized (rollbackNanos) {
      rollbackNanos.accept(nanos);
    }
  }

  @Override
  public List<String> notes() {
    long all = rollbacks.sum() + cuts.sum();
    if (all == 0) {
      return List.of();
    }
    String note =
        EnglishText.format(
            "%,d transaction%s rolled back, because %s ended before the commit",
            all, all == 1 ? " was" : "s were", all == 1 ? "its user" : "their users");
    return Stream.of(
            cuts.sum() == 0
                ? note
                : note + EnglishText.format("; %,d of them by closing the connection", cuts.sum()),
            rollbackTimes())
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /// Empty if no rollback took long. Without it a closed population that does not think would only
  /// have a lower rate.
  private String rollbackTimes() {
    synchronized (rollbackNanos) {
      return rollbackNanos.getMax() < LONG_ROLLBACK_NANOS
          ? ""
          : EnglishText.format(
              "the rollbacks took %s on average, at most %s: that is in the wait times of who needed"
                  + " the connections, and in no time of users who do not think",
              Units.time((long) rollbackNanos.getAverage()), Units.time(rollbackNanos.getMax()));
    }
  }

  @Override
  public List<DriverPart> parts() {
    return work.parts();
  }

  @Override
  public String describe() {
    return description;
  }

  /// Opens a worker's connection. After a failure, the next attempt of the same worker first waits
  /// with exponential backoff, so that a database that is down is not flooded.
  @Override
  public Session open(int worker) throws DriverException {
    try {
      pause(refusals.getOrDefault(worker, 0));
      connector.enterThread();
      JdbcSession session =
          new JdbcSession(connections, work.statements(connector.statementSeconds()), errors);
      refusals.remove(worker);
      return session;
    } catch (SQLException e) {
      refusals.merge(worker, 1, Integer::sum);
      throw ConnectFailure.of(connector.url(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException("interrupted while connecting to the database", e);
    }
  }

  @Override
  public void close() {
    connections.close();
    closeAll(first, server);
  }

  static Duration pauseAfter(int refusals) {
    if (refusals == 0) {
      return Duration.ZERO;
    }
    Duration doubled = FIRST_PAUSE.multipliedBy(1L << Math.min(refusals - 1, 10));
    return doubled.compareTo(MAX_PAUSE) < 0 ? doubled : MAX_PAUSE;
  }

  static void pause(int refusals) throws InterruptedException {
    if (refusals > 0) {
      Thread.sleep(pauseAfter(refusals));
    }
  }

  private static void closeAll(@Nullable Connection first, @Nullable PostgresServer server) {
    if (first != null) {
      OpenConnections.cut(List.of(first));
    }
    if (server != null) {
      server.close();
    }
  }
}
