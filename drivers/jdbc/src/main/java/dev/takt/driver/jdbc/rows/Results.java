package dev.takt.driver.jdbc.rows;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// The results of a statement, of which there can be several.
public final class Results {

  /// Reads the rows of a result.
  @FunctionalInterface
  public interface Rows {
    /// @return how many there were
    long read(ResultSet result) throws SQLException;
  }

  private Results() {}

  /// Reads all results and counts the rows that they return and change.
  ///
  /// @param startsWithRows the result of the statement's execution
  public static long readAll(Statement statement, boolean startsWithRows, Rows reader)
      throws SQLException {
    long rows = 0;
    boolean hasRows = startsWithRows;
    while (true) {
      if (hasRows) {
        try (ResultSet result = statement.getResultSet()) {
          rows += reader.read(result);
        }
      } else {
        int changed = statement.getUpdateCount();
        if (changed < 0) {
          return rows;
        }
        rows += changed;
      }
      hasRows = statement.getMoreResults();
    }
  }

  /// Decodes each value as an application would: a result is complete only when it has been read.
  public static long decode(ResultSet result) throws SQLException {
    int columns = result.getMetaData().getColumnCount();
    long rows = 0;
    while (result.next()) {
      for (int column = 1; column <= columns; column++) {
        Object _ = result.getObject(column);
      }
      rows++;
    }
    return rows;
  }
}
