package dev.takt.driver.jdbc;

import dev.takt.load.driver.DriverException;
import java.sql.SQLException;

/// What a run does to a database: statements of a plan, or a key-value workload. Thread-safe.
interface JdbcWork {

  /// Makes the database ready and has it look at the statements; once, before all workers.
  void prepare(Preparation preparation) throws DriverException, SQLException;

  /// What one worker sends.
  ///
  /// @param seconds the time limit of each statement; 0 for none
  Statements statements(int seconds);
}
