package dev.takt.cassandra.stress.data;

import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.cassandra.stress.distribution.DistributionSpec;

/// A column and its values.
///
/// @param name as in the table
/// @param type its CQL type
/// @param saltText what distinguishes its values from those of other columns of the same type
/// @param size the number of characters, bytes or elements
/// @param population the distinct values
/// @param cluster of a clustering column: the number of values for each value of the column before
public record ColumnSpec(
    String name,
    CqlType type,
    String saltText,
    DistributionSpec size,
    DistributionSpec population,
    DistributionSpec cluster) {

  private static final int MAX_SIZE = 1 << 28;

  private static final DistributionSpec POPULATION = DistributionSpec.parse("uniform(1..100B)");

  /// 50 years in milliseconds.
  private static final DistributionSpec TIMES = DistributionSpec.parse("uniform(1..1576800000000)");

  private static final DistributionSpec SIZE = DistributionSpec.parse("uniform(4..8)");
  private static final DistributionSpec CLUSTER = DistributionSpec.parse("fixed(1)");

  /// @throws IllegalArgumentException if a size is negative or above 2^28, or a number of
  ///   clustering values is negative or above 2^28
  public ColumnSpec {
    checkRange("size", size, name);
    checkRange("cluster", cluster, name);
  }

  private static void checkRange(String what, DistributionSpec spec, String column) {
    Distribution range = spec.create();
    if (range.min() < 0 || range.max() > MAX_SIZE) {
      throw new IllegalArgumentException(
          what + " of column " + column + " must be from 0 to " + MAX_SIZE + ": " + spec);
    }
  }

  /// A column of a table of a profile, with the defaults of cassandra-stress.
  public static ColumnSpec ofProfile(String name, CqlType type) {
    return new ColumnSpec(
        name, type, "seed for stress" + name, SIZE, defaultPopulation(type), CLUSTER);
  }

  private static DistributionSpec defaultPopulation(CqlType type) {
    return switch (type.element()) {
      case TIMESTAMP, TIMEUUID -> TIMES;
      default -> POPULATION;
    };
  }

  /// The key of the predefined tables.
  ///
  /// @param bytes its size
  public static ColumnSpec predefinedKey(int bytes) {
    return new ColumnSpec(
        "key",
        CqlType.of(NativeType.HEX_BLOB),
        "randomstrkey",
        DistributionSpec.parse("fixed(" + bytes + ")"),
        POPULATION,
        CLUSTER);
  }

  /// A value column of the predefined table, such as `C0`.
  public static ColumnSpec predefinedValue(String name, DistributionSpec size) {
    return new ColumnSpec(
        name, CqlType.of(NativeType.BLOB), "randomstr" + name, size, POPULATION, CLUSTER);
  }

  /// The column whose values are the elements of this collection's.
  ColumnSpec ofElement() {
    return new ColumnSpec(name, CqlType.of(type.element()), saltText, size, population, cluster);
  }

  /// A copy with another size.
  public ColumnSpec withSize(DistributionSpec other) {
    return new ColumnSpec(name, type, saltText, other, population, cluster);
  }

  /// A copy with another population.
  public ColumnSpec withPopulation(DistributionSpec other) {
    return new ColumnSpec(name, type, saltText, size, other, cluster);
  }

  /// A copy with another number of clustering values.
  public ColumnSpec withCluster(DistributionSpec other) {
    return new ColumnSpec(name, type, saltText, size, population, other);
  }
}
