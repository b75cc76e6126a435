package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.sql.BoundStatement;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.runs.text.Units;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A key-value workload on a table in YCSB's format.
final class KeyValueWork implements JdbcWork {

  /// SQLStates of H2 (two), MySQL and PostgreSQL.
  private static final Set<String> MISSING_TABLE = Set.of("42S02", "42S03", "42S04", "42P01");

  private static final int BATCH = 500;

  private final KeyValues keyValues;
  private final KeyValueTable table;
  private final ReadModifyWriteParts parts = new ReadModifyWriteParts();
  private final ValueWriting writing;
  private final boolean creates;
  private final boolean fills;
  private @Nullable KeyValueSql sql;

  /// @param creates whether to create the table if it does not exist
  /// @param fills whether to insert the records that the workload expects
  KeyValueWork(KeyValues keyValues, ValueWriting writing, boolean creates, boolean fills) {
    this.keyValues = keyValues;
    this.writing = writing;
    this.table = tableOf(keyValues);
    this.creates = creates;
    this.fills = fills;
  }

  static KeyValueTable tableOf(KeyValues keyValues) {
    return new KeyValueTable(keyValues.table(), keyValues.fieldNames());
  }

  @Override
  public void prepare(Preparation preparation) throws DriverException, SQLException {
    String product = preparation.connection().getMetaData().getDatabaseProductName();
    KeyValueSql statements = KeyValueSql.of(table, product);
    sql = statements;
    if (creates) {
      preparation.execute(List.of(table.create(product)));
    }
    for (String statement : writing.isPrepared() ? statements.samples() : List.<String>of()) {
      try {
        preparation.check(statement);
      } catch (DriverException e) {
        throw isMissingTable(e.getCause())
            ? new DriverException(e.getMessage() + "; --create-table makes it", e)
            : e;
      }
    }
    KeyValues load = fills && !keyValues.isLoadPhase() ? keyValues.loadPhase() : null;
    if (load != null) {
      preparation
          .progress()
          .accept("loading " + Units.count(keyValues.recordCount()) + " records …");
      fill(preparation.connection(), statements, load.newRequest());
    }
  }

  /// SQLite reports no SQLState, so its message is checked.
  private static boolean isMissingTable(@Nullable Throwable e) {
    return e instanceof SQLException failure
        && (MISSING_TABLE.contains(String.valueOf(failure.getSQLState()))
            || String.valueOf(failure.getMessage()).contains("no such table"));
  }

  @Override
  public List<DriverPart> parts() {
    return parts.parts();
  }

  @Override
  public Statements statements(int seconds) {
    return statements(keyValues.newRequest(), Objects.requireNonNull(sql, "not prepared"), seconds);
  }

  private KeyValueStatements statements(KeyValueRequest request, KeyValueSql with, int seconds) {
    return new KeyValueStatements(
        request, with, parts, keyValues.maxValueLength(), writing, seconds);
  }

  private void fill(Connection connection, KeyValueSql with, KeyValueRequest load)
      throws SQLException {
    KeyValueStatements binder = statements(load, with, 0);
    connection.setAutoCommit(false);
    try (PreparedStatement insert = connection.prepareStatement(with.insert())) {
      BoundStatement values = new BoundStatement.Prepared(insert);
      long records = keyValues.recordCount();
      for (long n = 0; n < records; n++) {
        load.prepare(0, n);
        binder.bind(values);
        insert.addBatch();
        load.ended(true);
        if ((n + 1) % BATCH == 0 || n + 1 == records) {
          insert.executeBatch();
        }
      }
      connection.commit();
    } finally {
      connection.setAutoCommit(true);
    }
  }
}
