package dev.takt.driver.jdbc;

import dev.takt.load.driver.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// One kind of operation: a statement, and what its result must be. Immutable.
///
/// @param text the statement
/// @param isPrepared whether values are bound to a prepared statement, or else written into the
///   text
/// @param expectedRows how many rows it must return or change, or null for any number
/// @param wrongRows the outcome if it does not
record SqlOperation(
    SqlText text, boolean isPrepared, @Nullable Long expectedRows, Outcome wrongRows) {

  SqlOperation(SqlText text, boolean isPrepared, @Nullable Long expectedRows) {
    this(text, isPrepared, expectedRows, Outcome.failed("rows other than " + expectedRows));
  }

  /// What [#execute] needs, to be made once for each connection.
  Statement prepare(Connection connection) throws SQLException {
    return isPrepared
        ? connection.prepareStatement(text.withMarks())
        : connection.createStatement();
  }

  /// Executes operation `n` and reads all of its result.
  Outcome execute(Statement statement, long n) throws SQLException {
    boolean hasRows;
    if (isPrepared) {
      PreparedStatement prepared = (PreparedStatement) statement;
      for (int i = 0; i < text.parameters().size(); i++) {
        text.parameters().get(i).bind(prepared, i + 1, n);
      }
      hasRows = prepared.execute();
    } else {
      hasRows = statement.execute(text.withValues(n));
    }
    long rows = readAll(statement, hasRows);
    return expectedRows == null || expectedRows == rows ? Outcome.OK : wrongRows;
  }

  /// How many rows all results together have returned and changed.
  private static long readAll(Statement statement, boolean startsWithRows) throws SQLException {
    long rows = 0;
    boolean hasRows = startsWithRows;
    while (true) {
      if (hasRows) {
        try (ResultSet result = statement.getResultSet()) {
          rows += readAll(result);
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

  /// Decodes each value as an application would: an answer is not there before it is read.
  private static long readAll(ResultSet result) throws SQLException {
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
