package dev.takt.cassandra.stress.data;

import java.nio.ByteBuffer;

/// Values of up to 8 bytes, the same number for all of a type.
final class NumberGenerator extends ValueGenerator {

  private final DataVersion version;
  private final NativeType type;
  private final int width;

  /// The low bytes are the serialised value.
  private long bytes;

  private long sortKey;
  private long digits;
  private final int digitCount;

  NumberGenerator(ColumnSpec column, DataVersion version) {
    super(column);
    this.version = version;
    this.type = column.type().element();
    this.width =
        switch (type) {
          case BOOLEAN, TINYINT -> 1;
          case SMALLINT -> 2;
          case DATE, FLOAT, INET, INT -> 4;
          default -> Long.BYTES;
        };
    this.digitCount = isFoldedAsBytes() ? width : 1;
  }

  private boolean isFoldedAsBytes() {
    return type == NativeType.INET || type == NativeType.TIMESTAMP;
  }

  @Override
  void draw() {
    switch (type) {
      case DOUBLE -> setDouble(population.nextReal());
      case FLOAT -> setFloat((float) population.nextReal());
      default -> setLong(population.next());
    }
  }

  private void setDouble(double value) {
    bytes = Double.doubleToRawLongBits(value);
    digits = (long) value;
    sortKey = orderOf(value);
  }

  private void setFloat(float value) {
    bytes = Float.floatToRawIntBits(value);
    digits = (long) value;
    sortKey = orderOf(value);
  }

  /// The bits of negative numbers are flipped, so that they are ordered as the numbers are.
  private static long orderOf(double value) {
    long bits = Double.doubleToRawLongBits(value);
    return bits ^ ((bits >> (Long.SIZE - 1)) & Long.MAX_VALUE);
  }

  private void setLong(long value) {
    long number =
        switch (type) {
          case BOOLEAN -> version == DataVersion.V3 || value % 2 == 0 ? 1 : 0;
          case TINYINT -> (byte) value;
          case SMALLINT -> (short) value;
          case DATE, INET, INT -> (int) value;
          default -> value;
        };
    bytes = type == NativeType.DATE ? number ^ Integer.MIN_VALUE : number;
    digits = isFoldedAsBytes() ? Fold.appendBytes(0, number, width) : number;
    sortKey = number;
  }

  @Override
  int size() {
    return width;
  }

  @Override
  void put(ByteBuffer out) {
    switch (width) {
      case 1 -> out.put((byte) bytes);
      case 2 -> out.putShort((short) bytes);
      case 4 -> out.putInt((int) bytes);
      default -> out.putLong(bytes);
    }
  }

  @Override
  long digits() {
    return digits;
  }

  @Override
  int digitCount() {
    return digitCount;
  }

  @Override
  long sortKey() {
    return sortKey;
  }

  /// Java's addresses have no order.
  @Override
  boolean isSortable() {
    return type != NativeType.INET;
  }
}
