package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.Distribution;
import java.nio.ByteBuffer;

/// Keys of the predefined tables: the nibbles of numbers, the lowest first. cassandra-stress writes
/// those from 10 on as `K` to `P`.
final class HexGenerator extends ValueGenerator {

  private static final int NIBBLES = 16;

  private final Distribution sizes;
  private final byte[] bytes;
  private int size;

  HexGenerator(ColumnSpec column) {
    super(column);
    this.sizes = column.size().create();
    this.bytes = new byte[(int) sizes.max()];
  }

  @Override
  void draw() {
    sizes.setSeed(population.next());
    size = (int) sizes.next();
    long nibbles = 0;
    for (int i = 0; i < size; i++) {
      nibbles = i % NIBBLES == 0 ? population.next() : nibbles >>> 4;
      int nibble = (int) nibbles & 15;
      bytes[i] = (byte) (nibble + (nibble < 10 ? '0' : 'A'));
    }
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
