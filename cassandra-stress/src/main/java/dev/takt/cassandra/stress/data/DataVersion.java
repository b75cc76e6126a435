package dev.takt.cassandra.stress.data;

/// Which cassandra-stress wrote the data: the same population gives other partitions.
public enum DataVersion {
  /// 3.x, and ScyllaDB's fork.
  V3,
  /// 4.0 and later.
  V4;

  /// What the number of a partition is multiplied by, modulo 2^64, to get its seed.
  ///
  /// @param revisitRange the number of values of `revisit`, by default a million
  public long seedMultiplier(long revisitRange) {
    return this == V3 ? 1 : 1 + Math.round(Math.pow(10, 22 - Math.log10((double) revisitRange)));
  }
}
