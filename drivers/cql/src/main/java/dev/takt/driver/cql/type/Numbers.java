package dev.takt.driver.cql.type;

import dev.takt.driver.cql.type.CqlType.Native;
import java.nio.ByteBuffer;

/// Writes whole numbers as values of a type. Allocates nothing.
final class Numbers {

  /// Between the start of the Gregorian calendar and 1970, in units of 100 ns.
  private static final long GREGORIAN_OFFSET = 0x01B21DD213814000L;

  private static final long UNITS_PER_MILLISECOND = 10_000;
  private static final long TIME_BASED_VERSION = 0x1000;
  private static final long VARIANT = 0x8000000000000000L;

  /// The number of 1970-01-01 as a `date`.
  private static final int EPOCH_DAY = Integer.MIN_VALUE;

  private Numbers() {}

  /// Whether numbers are values of the type: those of whole numbers and floating point, texts,
  /// `boolean` (1 is true, 0 is false), `timestamp` (milliseconds since 1970), `date` (days since
  /// 1970), `time` (nanoseconds of the day), `uuid` (the lowest bits), `timeuuid` (milliseconds
  /// since 1970), `inet` (an IPv4 address).
  static boolean canWrite(CqlType type) {
    return type instanceof Native known
        && switch (known) {
          case ASCII, TEXT, BLOB, DECIMAL, VARINT, DURATION -> false;
          default -> true;
        };
  }

  /// Appends a value: its length, then itself. A number that is too large for the type loses its
  /// upper bits, as in Java's casts.
  static void put(Native type, long value, ByteBuffer out) {
    switch (type) {
      case BIGINT, COUNTER, TIMESTAMP, TIME -> out.putInt(Long.BYTES).putLong(value);
      case INT, INET -> out.putInt(Integer.BYTES).putInt((int) value);
      case DATE -> out.putInt(Integer.BYTES).putInt((int) value + EPOCH_DAY);
      case SMALLINT -> out.putInt(Short.BYTES).putShort((short) value);
      case TINYINT -> out.putInt(Byte.BYTES).put((byte) value);
      case BOOLEAN -> out.putInt(Byte.BYTES).put((byte) (value & 1));
      case DOUBLE -> out.putInt(Double.BYTES).putDouble((double) value);
      case FLOAT -> out.putInt(Float.BYTES).putFloat((float) value);
      case UUID -> out.putInt(2 * Long.BYTES).putLong(0).putLong(value);
      case TIMEUUID -> out.putInt(2 * Long.BYTES).putLong(timeBased(value)).putLong(VARIANT);
      case ASCII, TEXT, BLOB, DECIMAL, VARINT, DURATION ->
          throw new IllegalArgumentException("not a number: " + type);
    }
  }

  /// The upper half of a UUID of version 1 (RFC 9562, section 5.1).
  private static long timeBased(long milliseconds) {
    long time = milliseconds * UNITS_PER_MILLISECOND + GREGORIAN_OFFSET;
    return time << 32 | (time >>> 32 & 0xFFFF) << 16 | TIME_BASED_VERSION | (time >>> 48 & 0xFFF);
  }
}
