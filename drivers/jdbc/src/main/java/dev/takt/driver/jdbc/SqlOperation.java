package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.rows.Results;
import dev.takt.driver.jdbc.rows.StepRows;
import dev.takt.driver.jdbc.sql.PreparedSql;
import dev.takt.driver.jdbc.sql.Sql;
import dev.takt.load.driver.Outcome;
import dev.takt.load.handover.StepCall;
import dev.takt.runs.text.EnglishText;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/// A kind of operation: a statement, and how many rows it must return or change. Immutable and
/// thread-safe.
final class SqlOperation {

  private static final Outcome TOO_MANY_ROWS =
      Outcome.failed(EnglishText.format("over %,d rows, too many for a step", StepRows.MAX_ROWS));

  private final Sql sql;
  private final long seed;
  private final @Nullable Long expectedRows;
  private final Outcome wrongRows;

  /// @param expectedRows number of rows that each execution must return or change; null for any
  SqlOperation(Sql sql, long seed, @Nullable Long expectedRows) {
    this.sql = sql;
    this.seed = seed;
    this.expectedRows = expectedRows;
    this.wrongRows = Outcome.failed("rows other than " + expectedRows);
  }

  Sql sql() {
    return sql;
  }

  /// Executes a step and reads its whole result.
  ///
  /// @param statement created by [Sql#prepare]
  StepCall.Result executeStep(Statement statement, StepCall call) throws SQLException {
    StepRows rows = new StepRows(call.keepsContent());
    rows.readAll(statement, sql.execute(statement, seed, call.n(), call.values()));
    Outcome outcome =
        rows.isOverLimit()
            ? TOO_MANY_ROWS
            : expectedRows == null || expectedRows == rows.rows() ? Outcome.OK : wrongRows;
    return new StepCall.Result(outcome, rows, call.isShown() ? rows.show() : "");
  }

  /// The statement of a step with its values, for people.
  String show(long n, byte[][] values) {
    return sql instanceof PreparedSql prepared ? prepared.show(seed, n, values) : "";
  }

  /// Executes operation `n` and reads its whole result.
  ///
  /// @param statement created by [Sql#prepare]
  Outcome execute(Statement statement, long n) throws SQLException {
    boolean startsWithRows = sql.execute(statement, seed, n, StepCall.NO_VALUES);
    long rows = Results.readAll(statement, startsWithRows, Results::decode);
    return expectedRows == null || expectedRows == rows ? Outcome.OK : wrongRows;
  }
}
