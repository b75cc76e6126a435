package dev.takt.driver.cql;

import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.load.driver.DriverException;
import java.util.ArrayList;
import java.util.List;

/// The operations of a run, with their statements as a server has prepared them.
record PreparedOperations(Operations operations, List<PreparedResult> statements) {

  /// @param advice the end of the message if a statement is refused; may be empty
  static PreparedOperations of(ControlConnection control, Operations operations, String advice)
      throws DriverException {
    return new PreparedOperations(operations, prepare(control, operations.statements(), advice));
  }

  static List<PreparedResult> prepare(
      ControlConnection control, List<String> statements, String advice) throws DriverException {
    List<PreparedResult> prepared = new ArrayList<>();
    for (String cql : statements) {
      try {
        prepared.add(control.prepare(cql));
      } catch (DriverException e) {
        throw new DriverException(
            "the server cannot prepare: " + cql + "\n  " + e.getMessage() + advice, e);
      }
    }
    return List.copyOf(prepared);
  }
}
