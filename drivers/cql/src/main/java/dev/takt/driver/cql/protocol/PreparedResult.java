package dev.takt.driver.cql.protocol;

import dev.takt.driver.cql.type.CqlType;
import dev.takt.driver.cql.type.TypeReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The answer to a PREPARE.
///
/// @param id of the statement, for EXECUTE
/// @param resultId of its result's columns; empty with version 4
/// @param table the parameters' table, `KEYSPACE.TABLE`; empty if it is not one table
/// @param parameters in the order of the statement
/// @param keyParameters the indexes of the parameters that are the partition key, in its order;
///   empty if some of it is not a parameter
public record PreparedResult(
    byte[] id,
    byte[] resultId,
    String keyspace,
    String table,
    List<Parameter> parameters,
    List<Integer> keyParameters) {

  private static final int GLOBAL_TABLE = 0x0001;

  /// A parameter: the name of its column, and its type.
  public record Parameter(String name, CqlType type) {}

  /// The same with another [#resultId].
  public PreparedResult withResultId(byte[] newResultId) {
    return new PreparedResult(id, newResultId, keyspace, table, parameters, keyParameters);
  }

  /// @param body of a RESULT whose kind has been read
  public static PreparedResult read(Version version, ByteBuffer body) {
    byte[] id = Wire.getShortBytes(body);
    byte[] resultId = version == Version.V4 ? new byte[0] : Wire.getShortBytes(body);
    int flags = body.getInt();
    int count = body.getInt();
    List<Integer> keys = new ArrayList<>();
    for (int left = body.getInt(); left > 0; left--) {
      keys.add(body.getShort() & 0xFFFF);
    }
    boolean isGlobal = (flags & GLOBAL_TABLE) != 0;
    String keyspace = isGlobal ? Wire.getString(body) : "";
    String table = isGlobal ? Wire.getString(body) : "";
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (!isGlobal) {
        keyspace = Wire.getString(body);
        table = Wire.getString(body);
      }
      parameters.add(new Parameter(Wire.getString(body), TypeReader.read(body)));
    }
    return new PreparedResult(
        id, resultId, keyspace, table, List.copyOf(parameters), List.copyOf(keys));
  }
}
