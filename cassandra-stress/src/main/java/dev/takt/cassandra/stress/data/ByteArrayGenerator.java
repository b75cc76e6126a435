package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.Distribution;
import java.nio.ByteBuffer;

/// Values that are bytes, of a size that is drawn.
abstract class ByteArrayGenerator extends ValueGenerator {

  final Distribution sizes;
  final byte[] bytes;

  /// Of the current value.
  int size;

  /// @param multiple of which the array's length is one
  ByteArrayGenerator(ColumnSpec column, int multiple) {
    super(column);
    this.sizes = column.size().create();
    this.bytes = new byte[Math.ceilDiv((int) sizes.max(), multiple) * multiple];
  }

  @Override
  int size() {
    return size;
  }

  @Override
  void put(ByteBuffer out) {
    out.put(bytes, 0, size);
  }

  @Override
  long digits() {
    return Fold.ofBytes(bytes, 0, size);
  }

  @Override
  int digitCount() {
    return size;
  }

  @Override
  long sortKey() {
    return 0;
  }
}
