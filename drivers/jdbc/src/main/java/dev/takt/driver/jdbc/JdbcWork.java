package dev.takt.driver.jdbc;

import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverPart;
import java.sql.SQLException;
import java.util.List;

/// What a run does to a database: statements of a plan, or a key-value workload. Thread-safe.
interface JdbcWork {

  /// Makes the database ready and has it look at the statements; once, before all workers.
  void prepare(Preparation preparation) throws DriverException, SQLException;

  /// See [dev.takt.load.driver.Driver#parts].
  default List<DriverPart> parts() {
    return List.of();
  }

  /// What one worker sends.
  ///
  /// @param seconds the time limit of each statement; 0 for none
  Statements statements(int seconds);
}
