package dev.takt.driver.cql.workload;

import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.Rows;
import dev.takt.load.driver.DriverException;
import java.util.List;

/// Executes one statement after the other, before a run. For one thread.
public interface Database {

  /// Executes a statement.
  ///
  /// @return its rows; none if it has no result
  /// @throws DriverException with the server's message if it fails
  Rows query(String cql) throws DriverException;

  /// Prepares a statement.
  ///
  /// @return its parameters
  /// @throws DriverException with the server's message if it is not valid
  List<PreparedResult.Parameter> prepare(String cql) throws DriverException;
}
