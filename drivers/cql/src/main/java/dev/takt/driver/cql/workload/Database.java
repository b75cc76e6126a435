package dev.takt.driver.cql.workload;

import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.driver.cql.result.Rows;
import dev.takt.load.driver.DriverException;

/// Executes one statement after the other, before a run. For one thread.
public interface Database {

  /// Executes a statement without parameters.
  ///
  /// @return its rows; none if it has no result
  /// @throws DriverException with the server's message if it fails
  Rows query(String cql) throws DriverException;

  /// Executes a statement without parameters and result.
  ///
  /// @throws DriverException with the server's message and the statement if it fails
  default void execute(String cql) throws DriverException {
    try {
      var _ = query(cql);
    } catch (DriverException e) {
      throw new DriverException(e.getMessage() + "\n  in: " + cql, e);
    }
  }

  /// Prepares a statement.
  ///
  /// @throws DriverException with the server's message if it is not valid
  PreparedResult prepare(String cql) throws DriverException;

  /// Waits until all nodes have the same schema, so that each can prepare statements on new tables;
  /// 10 s at most, since a node that is down keeps the schema that it had.
  void awaitSchemaAgreement() throws DriverException;
}
