package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.sql.PreparedSql;
import dev.takt.load.driver.AsyncDriver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.handover.SessionTransport;
import dev.takt.load.handover.StepCall;
import dev.takt.load.handover.StepSession;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// Executes the steps of journeys. What it has in common with plans of operations is done by a
/// [JdbcDriver].
final class JdbcJourneyDriver implements AsyncDriver, StepSession.Source {

  private static final int[] NO_VARIABLES = {};

  private final JdbcDriver driver;
  private final List<SqlStep> steps;
  private final int[][] variables;
  private final AtomicInteger threads = new AtomicInteger();

  /// @param driver closed together with this one
  JdbcJourneyDriver(JdbcDriver driver, List<SqlStep> steps) {
    this.driver = driver;
    this.steps = steps;
    this.variables = steps.stream().map(JdbcJourneyDriver::variablesOf).toArray(int[][]::new);
  }

  private static int[] variablesOf(SqlStep step) {
    return step.sql() != null && step.sql().sql() instanceof PreparedSql prepared
        ? prepared.variables().stream().mapToInt(Integer::intValue).toArray()
        : NO_VARIABLES;
  }

  @Override
  public Transport open(int slots) throws DriverException {
    return SessionTransport.connect(this, threads.getAndAdd(slots), slots);
  }

  @Override
  public Transport openPerUser(int slots) {
    return SessionTransport.perUser(this, threads.getAndAdd(slots), slots);
  }

  @Override
  public StepSession newSession() {
    return new JdbcStepSession(driver, steps);
  }

  @Override
  public int[] variablesOf(int operation) {
    return variables[operation];
  }

  @Override
  public String show(StepCall call) {
    return steps.get(call.operation()).show(call);
  }

  @Override
  public String describe() {
    return driver.describe();
  }

  @Override
  public List<String> notes() {
    return driver.notes();
  }

  @Override
  public List<String> advice(Map<String, Long> errors) {
    return driver.advice(errors);
  }

  @Override
  public void close() {
    driver.close();
  }
}
