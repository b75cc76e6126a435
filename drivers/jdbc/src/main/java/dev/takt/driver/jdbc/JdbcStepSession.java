package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.error.SqlErrors;
import dev.takt.driver.jdbc.jars.LoadFailure;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.Outcome;
import dev.takt.load.handover.StepCall;
import dev.takt.load.handover.StepSession;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The connection of a user, or one that users share, with its prepared statements. Autocommit is
/// on outside of transactions.
final class JdbcStepSession implements StepSession {

  private final JdbcDriver driver;
  private final List<SqlStep> steps;
  private final int seconds;
  private final @Nullable Statement[] statements;

  /// For [#abort], which another thread calls.
  private volatile @Nullable Connection connection;

  private boolean isInTransaction;

  /// Whether autocommit is off.
  private boolean isManual;

  /// Failed attempts to connect, one after the other.
  private int refusals;

  /// Whether a pause is due before the next attempt.
  private boolean isPausing;

  JdbcStepSession(JdbcDriver driver, List<SqlStep> steps) {
    this.driver = driver;
    this.steps = steps;
    this.seconds = driver.connector().statementSeconds();
    this.statements = new Statement[steps.size()];
  }

  @Override
  public void connect() throws DriverException {
    try {
      Connection _ = live();
    } catch (SQLException e) {
      throw ConnectFailure.of(driver.connector().url(), e);
    } catch (LinkageError e) {
      throw new DriverException(LoadFailure.text("the JDBC driver", e), e);
    }
  }

  @Override
  public StepCall.Result execute(StepCall call) throws Exception {
    Connection known = connection;
    if (known == null) {
      connect();
      known = live();
    }
    try {
      return execute(known, call);
    } catch (LinkageError e) {
      throw new SQLException(LoadFailure.text("the JDBC driver", e), e);
    } catch (SQLException e) {
      Outcome outcome = driver.errors().outcomeOf(e);
      if (!SqlErrors.isConnectionLost(e, known)) {
        return new StepCall.Result(outcome);
      }
      drop();
      return new StepCall.Result(outcome);
    }
  }

  private StepCall.Result execute(Connection live, StepCall call) throws SQLException {
    SqlStep step = steps.get(call.operation());
    switch (step.kind()) {
      case BEGIN -> {
        if (isInTransaction) {
          return new StepCall.Result(SqlStep.NESTED);
        }
        live.setAutoCommit(false);
        isManual = true;
        isInTransaction = true;
      }
      case COMMIT, ROLLBACK -> {
        if (!isInTransaction) {
          return new StepCall.Result(SqlStep.NO_TRANSACTION);
        }
        if (step.kind() == SqlStep.Kind.COMMIT) {
          live.commit();
        } else {
          live.rollback();
        }
        isInTransaction = false;
      }
      case STATEMENT -> {
        return step.statement().executeStep(statement(live, call.operation(), step), call);
      }
    }
    return SqlStep.done();
  }

  private Statement statement(Connection live, int operation, SqlStep step) throws SQLException {
    Statement statement = statements[operation];
    if (statement == null) {
      statement = step.statement().sql().prepare(live);
      if (seconds > 0) {
        statement.setQueryTimeout(seconds);
      }
      statements[operation] = statement;
    }
    return statement;
  }

  private Connection live() throws SQLException {
    Connection live = connection;
    if (live == null) {
      driver.connector().enterThread();
      try {
        live = driver.connections().open();
        connection = live;
        refusals = 0;
      } catch (SQLException e) {
        refusals++;
        isPausing = true;
        throw e;
      }
    }
    return live;
  }

  @Override
  public boolean isSettled() {
    return !isPausing && (!isManual || isInTransaction);
  }

  @Override
  public void settle() {
    if (isPausing) {
      isPausing = false;
      pause();
    } else if (!isSettled()) {
      commitAutomatically();
    }
  }

  /// Waits after a failed attempt to connect, before another one. It is in no step's time.
  private void pause() {
    try {
      JdbcDriver.pause(refusals);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void commitAutomatically() {
    Connection live = connection;
    try {
      if (live != null) {
        live.setAutoCommit(true);
      }
      isManual = false;
    } catch (SQLException _) {
      drop();
    }
  }

  @Override
  public boolean isInTransaction() {
    return isInTransaction;
  }

  @Override
  public void rollBack() {
    Connection live = connection;
    if (live == null || !isInTransaction) {
      return;
    }
    long begin = System.nanoTime();
    try {
      live.rollback();
      isInTransaction = false;
      driver.rolledBack(true);
      driver.rollbackTook(System.nanoTime() - begin);
      commitAutomatically();
    } catch (SQLException | LinkageError _) {
      driver.rollbackTook(System.nanoTime() - begin);
      drop();
    }
  }

  @Override
  public void disconnect() {
    drop();
  }

  /// Closes the connection. One with an open transaction is cut, which rolls it back: some drivers
  /// commit a transaction when a connection is closed in order.
  private void drop() {
    Connection old = connection;
    boolean isOpen = isInTransaction;
    connection = null;
    isInTransaction = false;
    isManual = false;
    Arrays.fill(statements, null);
    if (old == null) {
      return;
    }
    if (isOpen) {
      driver.rolledBack(false);
      driver.connections().abort(old);
    } else {
      driver.connections().close(old);
    }
  }

  @Override
  public void abort() {
    Connection live = connection;
    if (live != null) {
      driver.connections().abort(live);
    }
  }
}
