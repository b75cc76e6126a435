package dev.takt.cassandra.stress.data;

import java.nio.ByteBuffer;

/// Values of types `uuid` and `timeuuid`.
final class UuidGenerator extends ValueGenerator {

  /// From the start of the Gregorian calendar to 1970.
  private static final long GREGORIAN_MILLIS = 12_219_292_800_000L;

  private static final long TICKS_PER_MILLI = 10_000;
  private static final long VERSION_1 = 0x1000;

  private final boolean isTime;
  private long high;
  private long low;

  UuidGenerator(ColumnSpec column) {
    super(column);
    this.isTime = column.type().element() == NativeType.TIMEUUID;
  }

  @Override
  void draw() {
    long value = population.next();
    high = isTime ? ofTime((value + GREGORIAN_MILLIS) * TICKS_PER_MILLI) : value;
    low = isTime ? salt : value;
  }

  /// The upper half of a UUID of version 1: the lowest 32 bits of the time come first.
  private static long ofTime(long ticks) {
    return (ticks << 32) | ((ticks >>> 16) & 0xFFFF_0000L) | (ticks >>> 48) | VERSION_1;
  }

  @Override
  int size() {
    return 2 * Long.BYTES;
  }

  @Override
  void put(ByteBuffer out) {
    out.putLong(high).putLong(low);
  }

  @Override
  long digits() {
    return high ^ low;
  }

  @Override
  int digitCount() {
    return 1;
  }

  @Override
  long sortKey() {
    return high;
  }
}
