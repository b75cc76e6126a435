package dev.takt.cassandra.stress.data;

import java.nio.ByteBuffer;

/// Values of types `varint` and `decimal`: as few bytes as the number needs. A decimal has its
/// scale, which is 0, before them.
final class VarintGenerator extends ValueGenerator {

  private final boolean isDecimal;
  private long value;

  VarintGenerator(ColumnSpec column) {
    super(column);
    this.isDecimal = column.type().element() == NativeType.DECIMAL;
  }

  @Override
  void draw() {
    value = population.next();
  }

  /// Bytes of the two's complement, with at least one bit for the sign.
  private int width() {
    return (Long.SIZE - Long.numberOfLeadingZeros(value ^ (value >> (Long.SIZE - 1)))) / Byte.SIZE
        + 1;
  }

  @Override
  int size() {
    return width() + (isDecimal ? Integer.BYTES : 0);
  }

  @Override
  void put(ByteBuffer out) {
    if (isDecimal) {
      out.putInt(0);
    }
    for (int i = width() - 1; i >= 0; i--) {
      out.put((byte) (value >> (Byte.SIZE * i)));
    }
  }

  @Override
  long digits() {
    return value;
  }

  @Override
  int digitCount() {
    return 1;
  }

  @Override
  long sortKey() {
    return value;
  }
}
