package dev.takt.driver.jdbc;

import dev.takt.load.driver.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One kind of operation: a statement, and how many rows it must return or change. Immutable and
/// thread-safe.
final class SqlOperation {

  private final long seed;
  private final @Nullable PreparedSql prepared;
  private final @Nullable GeneratedText unprepared;
  private final @Nullable Long expectedRows;
  private final Outcome wrongRows;

  private SqlOperation(
      long seed,
      @Nullable PreparedSql prepared,
      @Nullable GeneratedText unprepared,
      @Nullable Long expectedRows) {
    this.seed = seed;
    this.prepared = prepared;
    this.unprepared = unprepared;
    this.expectedRows = expectedRows;
    this.wrongRows = Outcome.failed("rows other than " + expectedRows);
  }

  /// An operation that binds its values to a prepared statement.
  static SqlOperation of(PreparedSql sql, long seed, @Nullable Long expectedRows) {
    return new SqlOperation(seed, sql, null, expectedRows);
  }

  /// An operation that sends its values in the text.
  static SqlOperation of(GeneratedText sql, long seed, @Nullable Long expectedRows) {
    return new SqlOperation(seed, null, sql, expectedRows);
  }

  /// The text of the prepared statement, if it is one.
  Optional<String> preparedText() {
    return Optional.ofNullable(prepared).map(PreparedSql::text);
  }

  /// What [#execute] needs, to be made once for each connection.
  Statement prepare(Connection connection) throws SQLException {
    return prepared == null
        ? connection.createStatement()
        : connection.prepareStatement(prepared.text());
  }

  /// Executes operation `n` and reads all of its result.
  ///
  /// @param statement of [#prepare]
  Outcome execute(Statement statement, long n) throws SQLException {
    long rows = readAll(statement, send(statement, n));
    return expectedRows == null || expectedRows == rows ? Outcome.OK : wrongRows;
  }

  private boolean send(Statement statement, long n) throws SQLException {
    if (unprepared != null) {
      return statement.execute(unprepared.text(seed, n));
    }
    PreparedStatement mine = (PreparedStatement) statement;
    if (prepared != null) {
      for (int i = 0; i < prepared.parameters().size(); i++) {
        prepared.parameters().get(i).bind(mine, i + 1, seed, n);
      }
    }
    return mine.execute();
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
