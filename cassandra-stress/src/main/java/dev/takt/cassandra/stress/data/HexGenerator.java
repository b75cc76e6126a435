package dev.takt.cassandra.stress.data;

/// Keys of the predefined tables: the nibbles of numbers, the lowest first. cassandra-stress writes
/// those from 10 on as `K` to `P`.
final class HexGenerator extends ByteArrayGenerator {

  private static final int NIBBLES = 16;

  HexGenerator(ColumnSpec column) {
    super(column, 1);
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
}
