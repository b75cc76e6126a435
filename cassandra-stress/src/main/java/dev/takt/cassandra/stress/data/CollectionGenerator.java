package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.Distribution;
import java.nio.ByteBuffer;

/// Lists and sets of values of a native type. A set drops duplicates.
///
/// cassandra-stress does not seed the number of elements. Here it follows the seed of the row.
final class CollectionGenerator extends ValueGenerator {

  private static final int ELEMENT_SEED_FACTOR = 31;

  private final Distribution sizes;
  private final ValueGenerator element;
  private final boolean isSet;
  private final ValueList elements = new ValueList();

  CollectionGenerator(ColumnSpec column, DataVersion version) {
    super(column);
    this.sizes = column.size().create();
    this.isSet = column.type().container() == CqlType.Container.SET;
    this.element = ValueGenerator.of(column.ofElement(), version);
  }

  @Override
  void setSeed(long seed) {
    sizes.setSeed(seed ^ salt);
    element.setSeed(seed * ELEMENT_SEED_FACTOR);
  }

  @Override
  void draw() {
    elements.clear();
    for (long left = sizes.next(); left > 0; left--) {
      element.draw();
      if (isSet) {
        elements.addDistinct(element);
      } else {
        elements.add(element);
      }
    }
  }

  @Override
  int size() {
    return Integer.BYTES * (1 + elements.size()) + elements.bytes();
  }

  @Override
  void put(ByteBuffer out) {
    out.putInt(elements.size());
    for (int i = 0; i < elements.size(); i++) {
      out.putInt(elements.bytesOf(i));
      elements.put(i, out);
    }
  }

  @Override
  long digits() {
    long digits = Fold.appendBytes(0, elements.size(), Integer.BYTES);
    for (int i = 0; i < elements.size(); i++) {
      digits = Fold.appendBytes(digits, elements.bytesOf(i), Integer.BYTES);
      digits = elements.appendBytes(digits, i);
    }
    return digits;
  }

  @Override
  int digitCount() {
    return size();
  }

  @Override
  long sortKey() {
    return 0;
  }

  /// Java's lists have no order.
  @Override
  boolean isSortable() {
    return false;
  }
}
