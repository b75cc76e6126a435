package dev.takt.driver.jdbc;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverPart;
import java.sql.SQLException;
import java.util.List;

/// The operations of a run: statements of a plan, or a key-value workload. Thread-safe.
interface JdbcWork {

  /// Prepares the database and has it check the statements; called once, before the workers start.
  void prepare(Preparation preparation) throws DriverException, SQLException;

  /// See [dev.takt.load.driver.Driver#parts].
  default List<DriverPart> parts() {
    return List.of();
  }

  /// Creates one worker's statements.
  ///
  /// @param seconds the timeout of each statement; 0 for none
  Statements statements(int seconds);
}
