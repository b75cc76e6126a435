package dev.takt.driver.cql;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.keyvalue.KeyValues;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/// The operations of a key-value workload, in the tables of YCSB's `cassandra-cql` binding: a text
/// column for each field, and the key in `y_id`.
///
/// @param keyspace of the workload's table
/// @param readConsistency of reads and scans
/// @param writeConsistency of inserts and updates
record RecordOperations(
    KeyValues keyValues, String keyspace, Consistency readConsistency, Consistency writeConsistency)
    implements Operations {

  private static final String KEY = "y_id";

  /// Indexes of [#statements]. Those for one field follow, in the order of the fields.
  static final int INSERT = 0;

  static final int READ_ALL = 1;
  static final int SCAN_ALL = 2;
  static final int UPDATE_ALL = 3;
  private static final int COMMON = 4;

  private int fields() {
    return keyValues.fieldNames().size();
  }

  int read(int field) {
    return COMMON + field;
  }

  int scan(int field) {
    return COMMON + fields() + field;
  }

  int update(int field) {
    return COMMON + 2 * fields() + field;
  }

  private String table() {
    return CqlText.quotedName(keyspace) + "." + CqlText.quotedName(keyValues.table());
  }

  private List<String> columns() {
    return keyValues.fieldNames().stream().map(CqlText::quotedName).toList();
  }

  /// Statements that make the table if it is missing.
  List<String> definitions() {
    return List.of(
        "CREATE KEYSPACE IF NOT EXISTS "
            + CqlText.quotedName(keyspace)
            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}",
        "CREATE TABLE IF NOT EXISTS "
            + table()
            + " ("
            + KEY
            + " varchar PRIMARY KEY, "
            + columns().stream().map(name -> name + " varchar").collect(Collectors.joining(", "))
            + ")");
  }

  @Override
  public List<String> statements() {
    List<String> columns = columns();
    String all = String.join(", ", columns);
    String marks = String.join(", ", Collections.nCopies(columns.size() + 1, "?"));
    List<String> statements = new ArrayList<>();
    statements.add("INSERT INTO " + table() + " (" + KEY + ", " + all + ") VALUES (" + marks + ")");
    statements.add(reading(all));
    statements.add(scanning(all));
    statements.add(updating(String.join(" = ?, ", columns)));
    columns.forEach(name -> statements.add(reading(name)));
    columns.forEach(name -> statements.add(scanning(name)));
    columns.forEach(name -> statements.add(updating(name)));
    return List.copyOf(statements);
  }

  private String reading(String columns) {
    return "SELECT " + columns + " FROM " + table() + " WHERE " + KEY + " = ?";
  }

  private String scanning(String columns) {
    return "SELECT "
        + columns
        + " FROM "
        + table()
        + (" WHERE token(" + KEY + ") >= token(?) LIMIT ?");
  }

  private String updating(String columns) {
    return "UPDATE " + table() + " SET " + columns + " = ? WHERE " + KEY + " = ?";
  }

  @Override
  public CqlCodec newCodec(CqlSession session, int stream, Execution execution) {
    return new RecordCodec(session, stream, execution, this);
  }

  @Override
  public ByteBuffer sampleAnswer(Version version, int operation, int step, int stream) {
    boolean reads =
        switch (keyValues.kinds().get(operation)) {
          case READ, SCAN -> true;
          case READ_MODIFY_WRITE -> step == 0;
          case INSERT, UPDATE -> false;
        };
    return SampleAnswer.rows(version, stream, reads ? 1 : 0, fields(), keyValues.maxValueLength());
  }

  /// All of them store the same values again.
  @Override
  public boolean isRepeatable(int operation) {
    return true;
  }

  /// The key is known only to the request that the operation has in its codec.
  @Override
  public int preferredEndpoint(int operation, long n) {
    return WireDriver.ANY_ENDPOINT;
  }
}
