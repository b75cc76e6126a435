package dev.takt.driver.cql.result;

import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.type.CqlType;
import dev.takt.driver.cql.type.TypeReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The answer to a PREPARE. Immutable.
public final class PreparedResult {

  private static final int GLOBAL_TABLE = 0x0001;

  /// A parameter: the name of its column, and its type.
  public record Parameter(String name, CqlType type) {}

  private final byte[] id;
  private final byte[] resultId;
  private final String keyspace;
  private final List<Parameter> parameters;
  private final List<Integer> keyParameters;

  private PreparedResult(
      byte[] id,
      byte[] resultId,
      String keyspace,
      List<Parameter> parameters,
      List<Integer> keyParameters) {
    this.id = id;
    this.resultId = resultId;
    this.keyspace = keyspace;
    this.parameters = List.copyOf(parameters);
    this.keyParameters = List.copyOf(keyParameters);
  }

  /// The id of the statement, for EXECUTE. Must not be changed.
  public byte[] id() {
    return id;
  }

  /// The id of its result's columns; empty with version 4. Must not be changed.
  public byte[] resultId() {
    return resultId;
  }

  /// The keyspace of the parameters' table; empty if there are no parameters.
  public String keyspace() {
    return keyspace;
  }

  /// The parameters in the order of the statement.
  public List<Parameter> parameters() {
    return parameters;
  }

  /// The indexes of the parameters that are the partition key, in its order; empty if some of it is
  /// not a parameter.
  public List<Integer> keyParameters() {
    return keyParameters;
  }

  /// The same with another [#resultId].
  public PreparedResult withResultId(byte[] newResultId) {
    return new PreparedResult(id, newResultId, keyspace, parameters, keyParameters);
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
    if (isGlobal) {
      Wire.skipString(body); // the table
    }
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (!isGlobal) {
        keyspace = Wire.getString(body);
        Wire.skipString(body);
      }
      parameters.add(new Parameter(Wire.getString(body), TypeReader.read(body)));
    }
    return new PreparedResult(id, resultId, keyspace, parameters, keys);
  }
}
