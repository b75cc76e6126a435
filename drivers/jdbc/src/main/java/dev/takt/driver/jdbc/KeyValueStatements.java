package dev.takt.driver.jdbc;

import dev.takt.driver.jdbc.sql.BoundStatement;
import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValueRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One worker's statements of a key-value workload.
final class KeyValueStatements implements Statements {

  private final KeyValueRequest request;
  private final KeyValueSql sql;
  private final WrittenColumns columns;
  private final ReadModifyWriteParts parts;
  private final int fields;
  private final ValueWriting writing;
  private final int seconds;
  private final Map<String, BoundStatement> statements = new HashMap<>();
  private byte[] bytes;

  /// @param seconds the timeout of each statement; 0 for none
  KeyValueStatements(
      KeyValueRequest request,
      KeyValueSql sql,
      ReadModifyWriteParts parts,
      int maxValueLength,
      ValueWriting writing,
      int seconds) {
    this.request = request;
    this.parts = parts;
    this.sql = sql;
    this.columns = new WrittenColumns(sql);
    this.fields = sql.table().fields().size();
    this.writing = writing;
    this.seconds = seconds;
    this.bytes = new byte[maxValueLength];
  }

  @Override
  public void prepare(int operation, long n) {
    request.prepare(operation, n);
  }

  @Override
  public Outcome execute(Connection live, int operation, long n) throws SQLException {
    request.prepare(operation, n);
    boolean succeeded = false;
    try {
      Outcome outcome = execute(live);
      succeeded = outcome.isOk();
      return outcome;
    } finally {
      request.ended(succeeded);
    }
  }

  @Override
  public void forget() {
    statements.clear();
  }

  private Outcome execute(Connection live) throws SQLException {
    return switch (request.kind()) {
      case READ -> read(live);
      case UPDATE -> update(live);
      case INSERT -> insert(live);
      case SCAN -> scan(live);
      case READ_MODIFY_WRITE -> readModifyWrite(live);
    };
  }

  private Outcome readModifyWrite(Connection live) throws SQLException {
    long start = System.nanoTime();
    Outcome read = read(live);
    long written = System.nanoTime();
    Outcome update = update(live);
    parts.record(start, read, written, update, System.nanoTime());
    return KeyValueOutcomes.ofBoth(read, update);
  }

  private Outcome read(Connection live) throws SQLException {
    boolean all = request.readsAllFields();
    BoundStatement read =
        statement(live, all ? sql.read().all() : sql.read().single().get(request.readField()));
    read.set(1, request.key());
    try (ResultSet rows = read.query()) {
      return rows.next() ? read(rows, all) : KeyValueOutcomes.NOT_FOUND;
    }
  }

  /// Decodes each value as an application would, even if values are not verified.
  private Outcome read(ResultSet rows, boolean all) throws SQLException {
    boolean right = true;
    int columns = all ? fields : 1;
    for (int i = 0; i < columns; i++) {
      String value = rows.getString(i + 1);
      int field = all ? i : request.readField();
      right = right && (!request.checksValues() || isRight(field, value));
    }
    return right ? Outcome.OK : KeyValueOutcomes.UNEXPECTED_STATE;
  }

  private boolean isRight(int field, @Nullable String value) {
    return value != null
        && request.isRight(field, ByteBuffer.wrap(value.getBytes(StandardCharsets.UTF_8)));
  }

  private Outcome update(Connection live) throws SQLException {
    columns.of(request);
    return write(statement(live, columns.update())) == 0 ? KeyValueOutcomes.NOT_FOUND : Outcome.OK;
  }

  private Outcome insert(Connection live) throws SQLException {
    columns.of(request);
    return write(statement(live, columns.insert())) == 1 ? Outcome.OK : KeyValueOutcomes.ERROR;
  }

  private int write(BoundStatement statement) throws SQLException {
    bindValues(statement);
    return statement.update();
  }

  /// Binds the written values, then the key.
  void bind(BoundStatement statement) throws SQLException {
    columns.of(request);
    bindValues(statement);
  }

  private void bindValues(BoundStatement statement) throws SQLException {
    int written = request.writtenFields();
    for (int i = 0; i < written; i++) {
      statement.set(columns.parameter(request.writtenField(i)), value(i));
    }
    statement.set(columns.count() + 1, request.key());
  }

  private String value(int i) {
    int length = request.valueLength(i);
    if (bytes.length < length) {
      bytes = new byte[length];
    }
    request.putValue(i, ByteBuffer.wrap(bytes));
    return new String(bytes, 0, length, StandardCharsets.US_ASCII);
  }

  private Outcome scan(Connection live) throws SQLException {
    boolean all = request.readsAllFields();
    BoundStatement scan =
        statement(live, all ? sql.scan().all() : sql.scan().single().get(request.readField()));
    scan.set(1, request.key());
    scan.set(2, request.scanLength());
    int columns = 1 + (all ? fields : 1);
    try (ResultSet rows = scan.query()) {
      boolean found = false;
      while (rows.next()) {
        found = true;
        for (int column = 1; column <= columns; column++) {
          String _ = rows.getString(column);
        }
      }
      return found ? Outcome.OK : KeyValueOutcomes.NOT_FOUND;
    }
  }

  private BoundStatement statement(Connection live, String text) throws SQLException {
    BoundStatement statement = statements.get(text);
    if (statement == null) {
      statement = writing.statement(live, text);
      if (seconds > 0) {
        statement.limit(seconds);
      }
      statements.put(text, statement);
    }
    return statement;
  }
}
