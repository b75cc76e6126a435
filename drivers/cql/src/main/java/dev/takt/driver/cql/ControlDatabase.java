package dev.takt.driver.cql;

import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.Rows;
import dev.takt.driver.cql.workload.Database;
import dev.takt.load.driver.DriverException;
import java.util.List;

/// The database, over a control connection.
record ControlDatabase(ControlConnection control) implements Database {

  @Override
  public Rows query(String cql) throws DriverException {
    return control.query(cql);
  }

  @Override
  public List<PreparedResult.Parameter> prepare(String cql) throws DriverException {
    return control.prepare(cql).parameters();
  }
}
