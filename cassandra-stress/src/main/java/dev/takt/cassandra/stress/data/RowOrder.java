package dev.takt.cassandra.stress.data;

/// The order of the clustering values of a partition, and with it of its rows (`-pop contents=`).
public enum RowOrder {
  /// As generated: always the same.
  ARBITRARY,
  /// By value. The values of the other columns depend on the smallest clustering values. Columns of
  /// type `timeuuid` are ordered as cassandra-stress up to 4.0 does it: later versions order them
  /// by time.
  SORTED,
  /// Random. cassandra-stress shuffles anew each time; here the order follows the partition's seed.
  SHUFFLED
}
