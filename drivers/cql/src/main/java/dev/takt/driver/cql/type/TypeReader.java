package dev.takt.driver.cql.type;

import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.type.CqlType.Custom;
import dev.takt.driver.cql.type.CqlType.ListOf;
import dev.takt.driver.cql.type.CqlType.MapOf;
import dev.takt.driver.cql.type.CqlType.Native;
import dev.takt.driver.cql.type.CqlType.SetOf;
import dev.takt.driver.cql.type.CqlType.TupleOf;
import dev.takt.driver.cql.type.CqlType.UserDefined;
import dev.takt.driver.cql.type.CqlType.VectorOf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the types of columns and of statements' parameters from a server's answers.
public final class TypeReader {

  private static final int CUSTOM = 0x00;
  private static final int LIST = 0x20;
  private static final int MAP = 0x21;
  private static final int SET = 0x22;
  private static final int USER_DEFINED = 0x30;
  private static final int TUPLE = 0x31;

  private static final Pattern VECTOR =
      Pattern.compile(".*\\.VectorType\\((.*?)\\s*,\\s*(\\d+)\\)");

  /// The classes of native types whose names are not those of the types.
  private static final Map<String, Native> CLASSES =
      Map.ofEntries(
          Map.entry("AsciiType", Native.ASCII),
          Map.entry("LongType", Native.BIGINT),
          Map.entry("BytesType", Native.BLOB),
          Map.entry("BooleanType", Native.BOOLEAN),
          Map.entry("CounterColumnType", Native.COUNTER),
          Map.entry("DecimalType", Native.DECIMAL),
          Map.entry("DoubleType", Native.DOUBLE),
          Map.entry("FloatType", Native.FLOAT),
          Map.entry("Int32Type", Native.INT),
          Map.entry("TimestampType", Native.TIMESTAMP),
          Map.entry("UUIDType", Native.UUID),
          Map.entry("UTF8Type", Native.TEXT),
          Map.entry("IntegerType", Native.VARINT),
          Map.entry("TimeUUIDType", Native.TIMEUUID),
          Map.entry("InetAddressType", Native.INET),
          Map.entry("SimpleDateType", Native.DATE),
          Map.entry("TimeType", Native.TIME),
          Map.entry("ShortType", Native.SMALLINT),
          Map.entry("ByteType", Native.TINYINT),
          Map.entry("DurationType", Native.DURATION));

  private TypeReader() {}

  /// Reads an `[option]`.
  public static CqlType read(ByteBuffer in) {
    int id = in.getShort() & 0xFFFF;
    return switch (id) {
      case CUSTOM -> custom(Wire.getString(in));
      case LIST -> new ListOf(read(in));
      case SET -> new SetOf(read(in));
      case MAP -> new MapOf(read(in), read(in));
      case TUPLE -> new TupleOf(types(in));
      case USER_DEFINED -> userDefined(in);
      default -> nativeType(id);
    };
  }

  private static CqlType nativeType(int id) {
    for (Native each : Native.values()) {
      if (each.id == id) {
        return each;
      }
    }
    return new Custom("type " + id);
  }

  private static List<CqlType> types(ByteBuffer in) {
    int count = in.getShort() & 0xFFFF;
    List<CqlType> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      types.add(read(in));
    }
    return List.copyOf(types);
  }

  private static CqlType userDefined(ByteBuffer in) {
    Wire.skipString(in); // the keyspace
    String name = Wire.getString(in);
    int count = in.getShort() & 0xFFFF;
    List<String> fields = new ArrayList<>();
    List<CqlType> types = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(Wire.getString(in));
      types.add(read(in));
    }
    return new UserDefined(name, List.copyOf(fields), List.copyOf(types));
  }

  /// Cassandra describes vectors by the name of their class.
  private static CqlType custom(String className) {
    Matcher vector = VECTOR.matcher(className);
    if (vector.matches()) {
      return new VectorOf(custom(vector.group(1)), Integer.parseInt(vector.group(2)));
    }
    Native known = CLASSES.get(className.substring(className.lastIndexOf('.') + 1));
    return known == null ? new Custom(className) : known;
  }
}
