package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.driver.cql.topology.Murmur3;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Generates the values of a column. [#draw] makes the next value the current one, which the other
/// methods describe.
abstract class ValueGenerator {

  final long salt;
  final Distribution population;
  private final Distribution cluster;

  ValueGenerator(ColumnSpec column) {
    byte[] text = column.saltText().getBytes(StandardCharsets.UTF_8);
    this.salt = Murmur3.hash(text, 0, text.length);
    this.population = column.population().create();
    this.cluster = column.cluster().create();
  }

  static ValueGenerator of(ColumnSpec column, DataVersion version) {
    if (column.type().isCollection()) {
      return new CollectionGenerator(column, version);
    }
    return switch (column.type().element()) {
      case ASCII, TEXT, VARCHAR, BLOB -> new BytesGenerator(column);
      case HEX_BLOB -> new HexGenerator(column);
      case UUID, TIMEUUID -> new UuidGenerator(column);
      case DECIMAL, VARINT -> new VarintGenerator(column);
      default -> new NumberGenerator(column, version);
    };
  }

  /// Restarts the sequence of values.
  void setSeed(long seed) {
    population.setSeed(seed ^ salt);
  }

  /// How many values a clustering column has for a seed.
  final int clusterSize(long seed) {
    cluster.setSeed(seed ^ ~salt);
    return (int) cluster.next();
  }

  abstract void draw();

  /// Bytes of the serialised value.
  abstract int size();

  /// Appends the value, serialised.
  abstract void put(ByteBuffer out);

  /// The value's digits for [Fold].
  abstract long digits();

  /// The number of these digits.
  abstract int digitCount();

  /// Orders values. Equal for all values of a type that is ordered by its bytes.
  abstract long sortKey();

  /// Whether [#sortKey] and then the bytes, with their sign, order the values.
  boolean isSortable() {
    return true;
  }

  /// A seed followed by the digits of the value.
  final long fold(long seed) {
    return seed * Fold.shift(digitCount()) + digits();
  }
}
